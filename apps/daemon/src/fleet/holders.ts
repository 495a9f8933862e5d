import type { CallHandler, Calls, LeaseRecord } from '@ccu-gateway/fleet';
import type { Log } from '../log/log.js';
import type { FleetBase } from './open-fleet.js';
import { centralOfSource, sourceOfCentral } from './source.js';

/** A state is told to all, so that one that many miss is told once. */
const TELL_AGAIN_MS = 2_000;
/** For so many looks a record that the broker has told counts; holders renew theirs more often than that. */
const FRESH_LOOKS = 2;
/** The call for it. */
export const TELL = 'house.tell';

export interface HolderParts {
  readonly table: Pick<FleetBase['table'], 'read' | 'watch'>;
  readonly feed: Pick<FleetBase['feed'], 'known' | 'copyOf' | 'abandoned' | 'has'>;
  readonly keeper: Pick<FleetBase['keeper'], 'id'>;
  readonly connection: Pick<FleetBase['connection'], 'timeoutMs'>;
  /** CCUs that this gateway is configured with. */
  readonly configured: () => readonly string[];
}

/** Knows who holds what, and asks holders for what is missing here. */
export function lookForHolders(
  { table, feed, keeper, connection, configured }: HolderParts,
  calls: Pick<Calls, 'call'>,
  log: Pick<Log, 'debug'>,
) {
  const found = new Map<string, string | undefined>();
  const heard = new Map<string, { readonly record: LeaseRecord; looks: number }>();
  const unwatch = table.watch((key, record) => {
    const central = centralOfSource(key);
    if (central === undefined) return;
    heard.set(central, { record, looks: 0 });
    if (!found.has(central)) found.set(central, undefined);
  });
  const heardOf = () => new Set([...found.keys(), ...feed.known()]);
  const isHeld = (central: string) => found.get(central) !== undefined;

  /** One that was removed has left its name in the log and perhaps among the leases. */
  function names(): readonly string[] {
    const mine = new Set(configured());
    return [...heardOf()].filter((central) => mine.has(central) || isHeld(central) || feed.has(central)).sort();
  }

  /** The broker is asked only for what it has not told for a while: with many CCUs these would be many questions. */
  async function recordOf(central: string): Promise<LeaseRecord> {
    const told = heard.get(central);
    if (told === undefined || told.looks === FRESH_LOOKS) return await table.read(sourceOfCentral(central));
    told.looks += 1;
    return told.record;
  }

  async function lookAt(central: string): Promise<void> {
    const record = await recordOf(central);
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
    names,
    isHeld,
    look: async () => void (await Promise.all([...heardOf()].map(lookAt))),
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
