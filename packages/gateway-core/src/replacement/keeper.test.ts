import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../ports/house.js';
import { serviceCaller } from '../use-case/caller.js';
import { GatewayError, OUTCOME_UNKNOWN } from '../use-case/errors.js';
import { createReplacementBook } from './book.js';
import { createReplacementKeeper, type ReplacementKeeperDeps } from './keeper.js';

const [OLD, FRESH] = ['0001D3C99C00A1', '0001D3C99C00A2'] as const;
const CALLER = serviceCaller({ name: 'anna', role: 'admin' });
const REQUEST = { place: { central: 'home', interfaceName: 'HmIP-RF', address: FRESH }, oldAddress: OLD } as const;

/** Two contacts of one CCU, and the order of all that happens to them. */
function begun() {
  const order: string[] = [];
  let ids = 0;
  const audit: AuditEntry[] = [];
  const devices = new Set<string>([OLD, FRESH]);
  const failing = new Map<string, Error>();
  const took = async (step: string) => {
    order.push(step);
    const error = failing.get(step);
    if (error !== undefined) throw error;
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const house = {
    device: (address: string) =>
      devices.has(address)
        ? { ok: true, value: { address, name: 'Door', model: 'HmIP-SWDO', channels: [] } }
        : { ok: false, code: 'not_found', message: `${address} not found` },
  };
  const book = createReplacementBook({
    documents: { load: async () => undefined, save: async () => undefined },
    house: {
      setSuccessions(_, { size }) {
        if (size > 0) order.push('identity');
        return [];
      },
    },
    publish: () => {},
    log,
  });
  const keeper = createReplacementKeeper({
    ...{ book, house, log },
    alarm: {
      async moveDevice() {
        await took('alarm');
        return 0;
      },
    },
    links: { listLinks: async () => [] },
    clock: { now: () => 1_000 },
    audit: { record: (entry: AuditEntry) => void audit.push(entry) },
    randomHex() {
      ids += 1;
      return `r${ids}`;
    },
    swap: {
      replaceable: async () => [OLD],
      readNames: () => took('read names'),
      async exchange(_: unknown, __: string, onDone: () => Promise<void>) {
        await took('ccu');
        await onDone();
        devices.delete(OLD);
      },
      readAgain: () => took('read again'),
    },
  } as unknown as ReplacementKeeperDeps);
  const ended = (id = 'r1') => expect.poll(() => keeper.get(id)?.state);
  return { keeper, order, audit, failing, ended, devices };
}

describe('a replacement', () => {
  it('stores the identities after the exchange, and reads the devices again after that', async () => {
    const { keeper, order, ended } = begun();
    await keeper.start(REQUEST, CALLER);
    await ended().toBe('done');
    expect(order).toEqual(['read names', 'ccu', 'identity', 'alarm', 'read again']);
  });

  it('is recorded as pending where the answer of the CCU was lost', async () => {
    const { keeper, audit, failing } = begun();
    failing.set('ccu', new GatewayError('upstream_unavailable', 'lost', { reason: OUTCOME_UNKNOWN }));
    await expect(keeper.start(REQUEST, CALLER)).rejects.toMatchObject({ details: { reason: OUTCOME_UNKNOWN } });
    const entry = { action: 'device_replace', deviceAddress: FRESH, note: OLD };
    expect(audit).toMatchObject([{ ...entry, outcome: 'pending' }]);
    failing.set('ccu', new GatewayError('upstream_unavailable', 'refused', { reason: 'fault' }));
    await expect(keeper.start(REQUEST, CALLER)).rejects.toMatchObject({ details: { reason: 'fault' } });
    expect(audit, 'a refused one changes nothing').toHaveLength(1);
    failing.clear();
    await keeper.start(REQUEST, CALLER);
    expect(audit.slice(1)).toMatchObject([entry]);
    expect(audit[1]).not.toHaveProperty('outcome');
  });

  it('goes on with the same request where the CCU was away, and a dry run shows the rest', async () => {
    const { keeper, order, failing, ended, devices } = begun();
    failing.set('read again', new GatewayError('service_unready', 'away', { reason: 'no_central' }));
    await keeper.start(REQUEST, CALLER);
    await ended().toBe('failed');
    devices.add(OLD);
    expect(await keeper.isUnfinished(REQUEST), 'the model still has the old device').toBe(true);
    expect(await keeper.plan(REQUEST, CALLER)).toEqual(keeper.get('r1'));
    failing.clear();
    await keeper.start(REQUEST, CALLER);
    await ended().toBe('done');
    expect(order).toEqual(['read names', 'ccu', 'identity', 'alarm', 'read again', 'alarm', 'read again']);
  });

  it('is no longer unfinished once the old device is back in its place', async () => {
    const { keeper, failing, ended, devices } = begun();
    failing.set('read again', new GatewayError('service_unready', 'away', { reason: 'no_central' }));
    await keeper.start(REQUEST, CALLER);
    await ended().toBe('failed');
    devices.add(OLD);
    await keeper.start({ place: { ...REQUEST.place, address: OLD }, oldAddress: FRESH }, CALLER);
    await ended('r2').toBe('failed');
    expect(keeper.get('r1')?.state).toBe('undone');
    expect(await keeper.isUnfinished(REQUEST)).toBe(false);
  });
});
