import { createMemoryLeases, type FleetHealth, type Member, openLeaseKeeper } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import type { CopyState, FleetParts } from './fleet-parts.js';
import { createFleetView } from './fleet-view.js';

const member = (name: string, more: Partial<Member> = {}): Member => ({
  id: `${name}/id`,
  name,
  roles: ['link'],
  version: '1.0.0',
  protocol: 1,
  since: '2026-01-01T00:00:00.000Z',
  urls: [`http://${name}.example:8119`],
  leases: [],
  ...more,
});

/** Two gateways of a fleet with two CCUs: what `first` sees, and the leases of `other`. */
function startFleet() {
  const time = createDrivenTime(() => 0);
  const { environment } = time;
  const leases = createMemoryLeases({ ttlMs: 10_000, elapsed: environment.elapsed });
  const tables = { first: leases.open(), other: leases.open() };
  const first = openLeaseKeeper({ table: tables.first, name: 'first', environment });
  const other = openLeaseKeeper({ table: tables.other, name: 'other', environment });
  const copies = new Map<string, CopyState>();
  let seen: readonly Member[] = [member('first', { id: first.id }), member('other', { id: other.id })];
  let outage: string | undefined;
  let presence: FleetHealth = { state: 'connected' };
  const deps: FleetParts = {
    name: 'house',
    self: { id: first.id, name: 'first', protocol: 1 },
    presence: {
      get health() {
        return presence;
      },
      get seen() {
        return seen;
      },
      members: async () => seen,
    },
    table: tables.first,
    keeper: first,
    stream: {
      epoch: 'e1',
      seq: 120,
      get outage() {
        return outage;
      },
      metrics: () => ({ logPending: 3 }),
    },
    centrals: () => ['cabin', 'home'],
    copyOf: (central) => copies.get(central),
  };
  return {
    deps,
    view: createFleetView(deps),
    time,
    first,
    other,
    copies,
    cut: (isCut: boolean) => tables.first.cut(isCut),
    see: (next: readonly Member[]) => {
      seen = next;
    },
    fail: (health: FleetHealth, log?: string) => {
      presence = health;
      outage = log;
    },
  };
}

describe('the view of a fleet', () => {
  it('says who holds which CCU, what this gateway has of it, and who is there', async () => {
    const { view, time, first, other, copies, see } = startFleet();
    first.want('home');
    other.want('cabin');
    await time.advance(15_000);
    copies.set('cabin', { state: 'following', seq: 115 });
    see([
      member('first', { id: first.id, leases: ['home'] }),
      member('new', { protocol: 2, version: '2.0.0' }),
      member('other', { id: other.id, leases: ['cabin'] }),
    ]);
    const status = await view.status();
    expect(status).toMatchObject({
      name: 'house',
      self: first.id,
      broker: { state: 'connected' },
      members: [
        { name: 'first', compatible: true, leases: ['home'] },
        { name: 'new', compatible: false, version: '2.0.0' },
        { name: 'other', compatible: true, leases: ['cabin'] },
      ],
      log: { epoch: 'e1', seq: 120, pending: 3 },
    });
    const token = first.leases[0]?.term?.token;
    expect(token).toBeGreaterThan(0);
    expect(status.centrals).toEqual([
      {
        central: 'cabin',
        holder: { id: other.id, name: 'other' },
        copy: { state: 'following', seq: 115, lag_events: 5 },
      },
      { central: 'home', holder: { id: first.id, name: 'first', token }, copy: { state: 'held' } },
    ]);
    expect(view.figures()).toEqual({
      outage: false,
      logPending: 3,
      members: { compatible: 2, incompatible: 1 },
      centrals: [
        { central: 'cabin', held: false, holderKnown: true, lagEvents: 5 },
        { central: 'home', held: true, token, holderKnown: true },
      ],
    });
    expect(view.finding()).toEqual({
      status: 'degraded',
      reason: 'fleet_incompatible',
      note: 'these gateways speak another protocol: new (2.0.0). Run one version on all',
    });
  });

  it('names a CCU without a holder, after a holder has gone without a word too', async () => {
    const { view, time, other, copies } = startFleet();
    other.want('cabin');
    await time.advance(15_000);
    copies.set('cabin', { state: 'missing' });
    expect((await view.status()).centrals).toMatchObject([
      { central: 'cabin', holder: { name: 'other' }, copy: { state: 'missing' } },
      { central: 'home' },
    ]);
    // Renews no more, as a process that was killed.
    time.jump(20_000);
    const { centrals, broker } = await view.status();
    expect([centrals, broker]).toEqual([
      [{ central: 'cabin', copy: { state: 'missing' } }, { central: 'home' }],
      { state: 'connected' },
    ]);
    expect(view.finding()).toMatchObject({
      reason: 'fleet_no_holder',
      note: expect.stringMatching(/^no gateway holds cabin, home: /),
    });
  });

  it('says of a CCU of which nothing has arrived that somebody holds it', async () => {
    const { view, copies, see } = startFleet();
    copies.set('cabin', { state: 'missing' });
    see([member('other', { leases: ['cabin', 'home'] })]);
    expect(view.finding()).toMatchObject({
      reason: 'fleet_no_copy',
      note: expect.stringContaining('nothing has arrived of cabin yet'),
    });
    copies.set('cabin', { state: 'following', seq: 120 });
    expect(view.finding()).toEqual({ status: 'healthy' });
  });

  it('leaves out what the broker does not say, asks nobody then, and keeps what this gateway knows itself', async () => {
    const { view, deps, time, first, cut, fail } = startFleet();
    first.want('home');
    await time.advance(15_000);
    cut(true);
    fail({ state: 'outage', reason: 'no answer' }, 'the servers do not answer');
    const silent = createFleetView({
      ...deps,
      presence: {
        ...deps.presence,
        health: { state: 'outage', reason: 'no answer' },
        members: () => new Promise(() => {}),
      },
      table: { health: { state: 'outage', reason: 'no answer' }, read: () => new Promise(() => {}) },
    });
    for (const asked of [view, silent]) {
      const status = await asked.status();
      expect(status).not.toHaveProperty('members');
      expect(status).toMatchObject({
        broker: { state: 'outage', reason: 'no answer' },
        centrals: [{ central: 'cabin' }, { central: 'home', holder: { name: 'first' }, copy: { state: 'held' } }],
        log: { outage: 'the servers do not answer' },
      });
      expect(status.centrals[0]).not.toHaveProperty('holder');
    }
    const { outage, centrals, ...rest } = view.figures();
    expect(outage).toBe(true);
    expect(centrals[0]).toEqual({ central: 'cabin', held: false });
    expect(centrals[1]).toMatchObject({ central: 'home', held: true, holderKnown: true });
    expect(rest).not.toHaveProperty('members');
    expect(view.finding()).toMatchObject({ status: 'degraded', reason: 'fleet_outage' });
  });

  it('takes a question that is not answered for an outage, before anything else has noticed it', async () => {
    const { deps } = startFleet();
    const read = async () => Promise.reject(new Error('timeout'));
    const view = createFleetView({ ...deps, table: { health: { state: 'connected' }, read } });
    const { broker, members, centrals } = await view.status();
    expect([broker, members?.length, centrals]).toEqual([
      { state: 'outage', reason: 'timeout' },
      2,
      [{ central: 'cabin' }, { central: 'home' }],
    ]);
  });

  it('says what must not be used before what does not answer', async () => {
    const { view, cut, fail } = startFleet();
    cut(true);
    fail({ state: 'refused', reason: 'the bucket belongs to "other"', remedy: 'choose another name' });
    expect((await view.status()).broker).toMatchObject({ state: 'refused', remedy: 'choose another name' });
    expect(view.finding()).toEqual({
      status: 'degraded',
      reason: 'fleet_refused',
      note: 'the bucket belongs to "other": choose another name',
    });
    expect(view.figures().outage).toBe(true);
  });

  it('tells an outage of the log alone', async () => {
    const { view, fail } = startFleet();
    fail({ state: 'connected' }, 'no answer');
    expect(view.figures()).toMatchObject({ outage: true, members: { compatible: 2 } });
    expect(await view.status()).toMatchObject({ broker: { state: 'connected' }, log: { outage: 'no answer' } });
  });

  it('finds leases under the keys that the fleet gives them', async () => {
    const { deps, first, time } = startFleet();
    first.want('ccu.home');
    await time.advance(15_000);
    const view = createFleetView({ ...deps, leaseKey: (central) => `ccu.${central}` });
    expect(view.figures().centrals).toMatchObject([
      { central: 'cabin', held: false, holderKnown: false },
      { central: 'home', held: true },
    ]);
    expect((await view.status()).centrals[1]).toMatchObject({ holder: { name: 'first' } });
  });
});
