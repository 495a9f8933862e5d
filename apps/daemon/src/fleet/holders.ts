import type { CallHandler, Calls } from '@ccu-gateway/fleet';
import type { Log } from '../log/log.js';
import { centralOfSource, sourceOfCentral } from './feed/source.js';
import type { FleetBase } from './open-fleet.js';

/** A state is published to all, so that one that many miss is published once. */
const TELL_AGAIN_MS = 2_000;
/** The call for it. */
export const TELL = 'house.tell';

export interface HolderParts {
  readonly table: Pick<FleetBase['table'], 'watch'>;
  readonly heard: Pick<FleetBase['heard'], 'of' | 'look'>;
  readonly feed: Pick<FleetBase['feed'], 'known' | 'copyOf' | 'abandoned' | 'has'>;
  readonly keeper: Pick<FleetBase['keeper'], 'id'>;
  readonly connection: Pick<FleetBase['connection'], 'timeoutMs'>;
  /** CCUs that this gateway is configured with. */
  readonly configured: () => readonly string[];
}

/** Finds the holders of CCUs, and asks them for states that are missing here. */
export function lookForHolders(
  { table, heard, feed, keeper, connection, configured }: HolderParts,
  calls: Pick<Calls, 'call'>,
  log: Pick<Log, 'debug'>,
) {
  /** Holders at the last check. */
  const found = new Map<string, string | undefined>();
  const unwatch = table.watch((key) => {
    const central = centralOfSource(key);
    if (central !== undefined && !found.has(central)) found.set(central, undefined);
  });
  const heardOf = () => new Set([...found.keys(), ...feed.known()]);
  const isHeld = (central: string) => heard.of(sourceOfCentral(central)) !== undefined;

  /** One that was removed has left its name in the log and perhaps among the leases. */
  function names(): readonly string[] {
    const mine = new Set(configured());
    return [...heardOf()].filter((central) => mine.has(central) || isHeld(central) || feed.has(central)).sort();
  }

  /** The broker is asked only for leases that it has not reported: with many CCUs these would be many questions. */
  async function lookAt(central: string): Promise<void> {
    const key = sourceOfCentral(central);
    const holder = heard.of(key) ?? (await heard.look(key));
    const before = found.get(central);
    found.set(central, holder?.id);
    if (holder === undefined) {
      feed.abandoned(central);
      return;
    }
    const { id, name } = holder;
    if (before !== id) log.debug('a CCU is held', { event: 'fleet.holder', central, holder: name });
    if (id === keeper.id || feed.copyOf(central) !== 'missing') return;
    // A holder that cannot be asked is asked at the next check.
    await calls.call(id, TELL, { central }, { timeoutMs: connection.timeoutMs }).catch(() => undefined);
  }

  return {
    names,
    isHeld,
    look: async () => void (await Promise.all([...heardOf()].map(lookAt))),
    close: unwatch,
  };
}

/** Publishes a state once more, on request. */
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
