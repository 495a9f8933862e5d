import type { FleetStatus } from '@ccu-gateway/contract/types';
import { createMemoryLeases, type FleetHealth, hearHolders, type Member, openLeaseKeeper } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import type { GatewaysView } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import type { FleetParts } from './fleet-parts.js';
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

/** Two gateways of a fleet with two CCUs: the view of `first`, and the leases of `other`. */
function startFleet() {
  const time = createDrivenTime(() => 0);
  const { environment } = time;
  const leases = createMemoryLeases({ ttlMs: 10_000, elapsed: environment.elapsed });
  const tables = { first: leases.open(), other: leases.open() };
  const first = openLeaseKeeper({ table: tables.first, name: 'first', environment });
  const other = openLeaseKeeper({ table: tables.other, name: 'other', environment });
  const now = {
    seen: [member('first', { id: first.id }), member('other', { id: other.id })] as readonly Member[],
    copies: new Map<string, 'held' | 'missing'>(),
    holders: new Set(['cabin', 'home']),
    broker: { state: 'connected' } as FleetHealth,
    requests: { state: 'connected' } as FleetHealth,
    outage: undefined as string | undefined,
    others: [] as readonly string[],
  };
  const parts: FleetParts = {
    name: 'house',
    self: { id: first.id, name: 'first', protocol: 1 },
    health: () => [{ state: 'connected' }, tables.first.health, now.broker],
    otherCcus: () => now.others,
    requests: () => now.requests,
    presence: () => ({ seen: now.seen, members: async () => now.seen }),
    heard: hearHolders(tables.first, environment),
    keeper: first,
    stream: {
      epoch: 'e1',
      seq: 120,
      get outage() {
        return now.outage;
      },
      metrics: () => ({ logPending: 3 }),
    },
    centrals: () => ['cabin', 'home'],
    hasHolder: (central) => now.holders.has(central),
    copyOf: (central) => now.copies.get(central) ?? 'following',
    leaseKey: (central) => `ccu:${central}`,
    lastSeq: () => 125,
  };
  return { parts, view: createFleetView(parts), time, first, other, now, cut: tables.first.cut };
}

/** The fleet in the report of a view. */
async function statusOf(view: GatewaysView): Promise<FleetStatus> {
  const { fleet } = await view.report();
  if (fleet === undefined) throw new Error('the gateway is alone');
  return fleet;
}

describe('the view of a fleet', () => {
  it('lists the holder of each CCU, its copy at this gateway, and the gateways', async () => {
    const { view, time, first, other, now } = startFleet();
    first.want('ccu:home');
    other.want('ccu:cabin');
    await time.advance(15_000);
    now.copies.set('home', 'held');
    now.seen = [
      member('first', { id: first.id, leases: ['ccu:home'] }),
      member('new', { protocol: 2, version: '2.0.0' }),
      member('other', { id: other.id, leases: ['ccu:cabin', 'bridges'] }),
    ];
    const status = await statusOf(view);
    expect(status).toMatchObject({
      name: 'house',
      self: first.id,
      broker: { state: 'connected' },
      members: [
        { name: 'first', compatible: true, centrals: ['home'] },
        { name: 'new', compatible: false, version: '2.0.0' },
        { name: 'other', compatible: true, centrals: ['cabin'] },
      ],
      log: { epoch: 'e1', seq: 120, lag_events: 5, pending: 3 },
    });
    const token = first.leases[0]?.term?.token;
    expect(token).toBeGreaterThan(0);
    expect(status.centrals).toEqual([
      { central: 'cabin', holder: { id: other.id, name: 'other' }, copy: 'following' },
      { central: 'home', holder: { id: first.id, name: 'first', token }, copy: 'held' },
    ]);
    expect(view.figures()).toEqual({
      outage: false,
      logPending: 3,
      logLag: 5,
      members: { compatible: 2, incompatible: 1 },
      centrals: [
        { central: 'cabin', held: false, holderKnown: true, known: true },
        { central: 'home', held: true, token, holderKnown: true, known: true },
      ],
    });
    expect(view.finding()).toEqual({
      status: 'degraded',
      reason: 'fleet_incompatible',
      note: 'these gateways speak another protocol: new (2.0.0). Run one version on all',
    });
  });

  it('names a CCU without a holder, after a holder has gone without a word too', async () => {
    const { view, time, other, now } = startFleet();
    other.want('ccu:cabin');
    await time.advance(15_000);
    expect((await statusOf(view)).centrals).toEqual([
      { central: 'cabin', holder: { id: other.id, name: 'other' }, copy: 'following' },
      { central: 'home', copy: 'following' },
    ]);
    // Renews no more, as a process that was killed.
    time.jump(20_000);
    const { centrals, broker } = await statusOf(view);
    expect([centrals[0], broker]).toEqual([{ central: 'cabin', copy: 'following' }, { state: 'connected' }]);
    now.holders.delete('cabin');
    expect(view.figures().centrals[0]).toMatchObject({ central: 'cabin', held: false, holderKnown: false });
    expect(view.finding()).toMatchObject({
      status: 'degraded',
      reason: 'fleet_no_holder',
      note: expect.stringMatching(/ is connected with cabin: /),
    });
  });

  it('reports the holder of a CCU without any record, and all its faults in one note', () => {
    const { view, now } = startFleet();
    expect(view.finding()).toEqual({ status: 'healthy' });
    now.others = ['home'];
    expect(view.finding()).toMatchObject({
      reason: 'fleet_other_ccu',
      note: expect.stringMatching(/another CCU as home: two fleets are called "\w+" on these servers/),
    });
    now.others = [];
    now.copies.set('cabin', 'missing');
    expect(view.finding()).toMatchObject({ reason: 'fleet_no_copy', note: expect.stringContaining('cabin') });
    now.holders.delete('home');
    expect(view.finding()).toMatchObject({
      reason: 'fleet_no_holder',
      note: expect.stringMatching(/connected with home: .*gateway with cabin have not arrived/),
    });
  });

  it('leaves out what the broker does not say, asks nobody then, and keeps what this gateway knows itself', async () => {
    const { view, parts, time, first, now, cut } = startFleet();
    first.want('ccu:home');
    await time.advance(15_000);
    cut(true);
    now.outage = 'the servers do not answer';
    const never = () => new Promise<never>(() => {});
    const silent = createFleetView({
      ...parts,
      presence: () => ({ seen: now.seen, members: never }),
      heard: { look: never },
    });
    for (const asked of [view, silent]) {
      const status = await statusOf(asked);
      expect(status).not.toHaveProperty('members');
      expect(status).toMatchObject({
        broker: { state: 'outage', reason: 'no answer' },
        centrals: [{ central: 'cabin' }, { central: 'home', holder: { name: 'first' } }],
        log: { outage: 'the servers do not answer' },
      });
      expect(status.centrals[0]).not.toHaveProperty('holder');
    }
    const { outage, centrals, ...rest } = view.figures();
    expect(outage).toBe(true);
    expect(centrals[0]).toEqual({ central: 'cabin', held: false, known: true });
    expect(centrals[1]).toMatchObject({ central: 'home', held: true, holderKnown: true });
    expect(Object.keys(rest)).toEqual(['logPending']);
    expect(view.finding()).toMatchObject({ status: 'degraded', reason: 'fleet_outage' });
  });

  it('reports why requests with a key are refused, and leaves the rest as it is', async () => {
    const { parts, now } = startFleet();
    const view = createFleetView(parts);
    now.copies.set('cabin', 'held').set('home', 'held');
    now.requests = { state: 'refused', reason: 'the bucket is gone', remedy: 'start again' };
    expect(view.finding()).toEqual({
      status: 'degraded',
      reason: 'fleet_requests',
      note: 'requests with an Idempotency-Key are refused (the bucket is gone): start again',
    });
    expect((await statusOf(view)).broker).toEqual({ state: 'connected' });
    now.requests = { state: 'outage', reason: 'it is full' };
    expect(view.finding()).toMatchObject({ note: 'requests with an Idempotency-Key are refused (it is full)' });
  });

  it('takes a question that is not answered for an outage, before anything else has noticed it', async () => {
    const { parts } = startFleet();
    const read = async () => Promise.reject(new Error('timeout'));
    const { broker, members, centrals } = await statusOf(createFleetView({ ...parts, heard: { look: read } }));
    expect([broker, members?.length, centrals]).toEqual([
      { state: 'outage', reason: 'timeout' },
      2,
      [
        { central: 'cabin', copy: 'following' },
        { central: 'home', copy: 'following' },
      ],
    ]);
  });

  it('reports an unusable server before one that does not answer', async () => {
    const { view, now, cut } = startFleet();
    cut(true);
    now.broker = { state: 'refused', reason: 'the bucket belongs to "other"', remedy: 'choose another name' };
    expect((await statusOf(view)).broker).toMatchObject({ state: 'refused', remedy: 'choose another name' });
    expect(view.finding()).toEqual({
      status: 'degraded',
      reason: 'fleet_refused',
      note: 'the bucket belongs to "other": choose another name',
    });
    expect(view.figures().outage).toBe(true);
  });

  it('reports an outage of the log alone', async () => {
    const { view, now } = startFleet();
    now.outage = 'no answer';
    expect(view.figures()).toMatchObject({ outage: true, members: { compatible: 2 } });
    expect(await statusOf(view)).toMatchObject({ broker: { state: 'connected' }, log: { outage: 'no answer' } });
  });

  it('knows no members and no lag before this gateway takes part', async () => {
    const { parts } = startFleet();
    const view = createFleetView({ ...parts, presence: () => undefined, lastSeq: () => undefined });
    const status = await statusOf(view);
    expect(status.broker).toEqual({ state: 'connected' });
    expect(Object.keys({ ...status, ...status.log })).not.toContain('lag_events');
    expect(status).not.toHaveProperty('members');
    expect(Object.keys(view.figures())).toEqual(['outage', 'logPending', 'centrals']);
  });
});
