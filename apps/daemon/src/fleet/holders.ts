import type { CallHandler, Calls } from '@ccu-gateway/fleet';
import type { Log } from '../log/log.js';
import type { FleetBase } from './open-fleet.js';
import { centralOfSource, sourceOfCentral } from './source.js';

/** A state is told to all, so that one that many miss is told once. */
const TELL_AGAIN_MS = 2_000;
/** The call for it. */
export const TELL = 'house.tell';

/** Knows who holds what, and asks holders for what is missing here. */
export function lookForHolders({ table, feed, keeper, connection }: FleetBase, calls: Calls, log: Log) {
  const found = new Map<string, string | undefined>();
  const unwatch = table.watch((key) => {
    const central = centralOfSource(key);
    if (central !== undefined && !found.has(central)) found.set(central, undefined);
  });
  const names = () => new Set([...found.keys(), ...feed.known()]);

  async function lookAt(central: string): Promise<void> {
    const record = await table.read(sourceOfCentral(central));
    const before = found.get(central);
    if (record.state !== 'held') {
      found.set(central, undefined);
      feed.abandoned(central);
      return;
    }
    const { holder: id, name } = record;
    found.set(central, id);
    if (before !== id) log.debug('a CCU is held', { event: 'fleet.holder', central, holder: name });
    if (id === keeper.id || feed.copyOf(central) !== 'missing') return;
    // Who cannot be asked is asked at the next look.
    await calls.call(id, TELL, { central }, { timeoutMs: connection.timeoutMs }).catch(() => undefined);
  }

  return {
    names: () => [...names()].sort(),
    isHeld: (central: string) => found.get(central) !== undefined,
    look: async () => void (await Promise.all([...names()].map(lookAt))),
    close: unwatch,
  };
}

/** Tells a state once more, on request. */
export function tellHandler({ feed }: Pick<FleetBase, 'feed'>, now: () => number): CallHandler {
  const toldAt = new Map<string, number>();
  return async (args) => {
    const central: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'central') : undefined;
    if (typeof central !== 'string' || feed.copyOf(central) !== 'held') return false;
    if (Math.abs(now() - (toldAt.get(central) ?? 0)) < TELL_AGAIN_MS) return true;
    toldAt.set(central, now());
    feed.tellState(central);
    return true;
  };
}
