import type { CcuEvent, InterfaceName, RollbackReason, WireValue } from '../model/model.js';
import type { WriteRequest } from '../model/operations-model.js';
import type { Now } from '../model/ports.js';
import { type Item, samePlace } from './item.js';
import type { SentValue } from './journal.js';

export interface AnnouncementDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
  /** Once aborted, nothing is announced. */
  readonly closing: AbortSignal;
  readonly waiting: (channelAddress: string) => readonly Item[];
  readonly sending: ReadonlySet<Item>;
}

/** Announces what became of values that were to be written, unless a newer write for the same place decides that. */
export interface Announcements {
  /** What came for the same paramset while this item was under way. */
  newerThan(item: Item): readonly Item[];
  /** It is not tried, or tried no more. Its caller may have been told that it will be. */
  sayGivenUp(item: Item): void;
  /** Where another value is wanted by now, that one's end is announced instead. */
  sayUnlessNewer(sent: SentValue, reason: RollbackReason): void;
  /** A paramset was read back; a client that shows configurations need not read it again. */
  sayRead(request: WriteRequest, values: Readonly<Record<string, WireValue>>): void;
}

export function createAnnouncements(deps: AnnouncementDeps): Announcements {
  const { central, interfaceName, now, emit, closing, waiting, sending } = deps;

  function sayGivenUp(item: Item): void {
    const newer = newerThan(item);
    for (const [parameter, value] of item.values) {
      if (item.taken.has(parameter) || newer.some(({ values }) => values.has(parameter))) continue;
      sayRolledBack({ ...item.request, parameter, value }, 'send_error');
    }
  }

  function newerThan(item: Item): readonly Item[] {
    return waiting(item.channel).filter(
      (other) => !other.repeated && other !== item && samePlace(other.request, item.request),
    );
  }

  function sayUnlessNewer(sent: SentValue, reason: RollbackReason): void {
    const { channelAddress, paramsetKey, peer, parameter, value } = sent;
    const place = { interfaceName, channelAddress, paramsetKey, peer, values: {} };
    const newer = [...sending, ...waiting(channelAddress)].some(
      ({ request, values }) => samePlace(request, place) && values.has(parameter) && values.get(parameter) !== value,
    );
    if (!newer) sayRolledBack(sent, reason);
  }

  function sayRolledBack(
    {
      channelAddress,
      paramsetKey,
      parameter,
      value,
    }: Pick<SentValue, 'channelAddress' | 'paramsetKey' | 'parameter' | 'value'>,
    reason: RollbackReason,
  ): void {
    if (closing.aborted) return;
    const place = { central, interfaceName, at: now(), channelAddress, parameter, paramsetKey };
    emit({ type: 'write_rolled_back', ...place, reason, sent: value.value });
  }

  function sayRead({ channelAddress, paramsetKey }: WriteRequest, values: Readonly<Record<string, WireValue>>): void {
    if (closing.aborted || paramsetKey !== 'MASTER') return;
    emit({ type: 'configuration_read', central, interfaceName, at: now(), address: channelAddress, values });
  }

  return { newerThan, sayGivenUp, sayUnlessNewer, sayRead };
}
