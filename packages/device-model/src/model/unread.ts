import type { CentralRecord } from './state.js';

/** A list of a CCU's hub that is read as one. */
export type HubList = 'programs' | 'sysvars' | 'alarm_messages' | 'service_messages' | 'inbox' | 'rooms' | 'functions';

const READ: Readonly<Record<HubList, (central: CentralRecord) => boolean>> = {
  programs: ({ hub }) => hub.programs !== undefined,
  sysvars: ({ hub }) => hub.sysvars !== undefined,
  alarm_messages: ({ hub }) => hub.alarmMessages !== undefined,
  service_messages: ({ hub }) => hub.serviceMessages !== undefined,
  inbox: ({ hub, hubAbsent, behaviour }) => hub.inbox !== undefined || (hubAbsent && behaviour.holdsNewDevices),
  rooms: ({ namesLoaded }) => namesLoaded,
  functions: ({ namesLoaded }) => namesLoaded,
};

/** The lists that only a logic layer has. */
const OF_LOGIC_LAYER: ReadonlySet<HubList> = new Set(['programs', 'sysvars', 'inbox']);

/** True when the CCU can have no such list, because it has no logic layer. */
export const isAbsent = (central: CentralRecord, list: HubList): boolean =>
  central.hubAbsent && OF_LOGIC_LAYER.has(list) && !wasRead(central, list);

/** True when that list of the CCU was ever read. An unread list is not empty: its contents are unknown. */
export const wasRead = (central: CentralRecord, list: HubList): boolean => READ[list](central);

const SNAPSHOT_LISTS = ['programs', 'sysvars', 'rooms', 'functions'] as const;

/** The lists of a snapshot that were never read, by CCU. */
export function notReadIn(centrals: readonly CentralRecord[]) {
  return centrals.flatMap((central) => {
    const lists = SNAPSHOT_LISTS.filter((list) => !wasRead(central, list) && !isAbsent(central, list));
    return lists.length === 0 ? [] : [{ central: central.name, lists }];
  });
}
