import type { Program, Sysvar } from '@ccu-gateway/ccu-client';
import { readinessChanged } from '../announce/announce.js';
import type { WaitingDevice } from '../model/house-model.js';
import type { Hub, HubFacts, KnownProgram, KnownSysvar } from '../model/hub.js';
import type { CentralRecord } from '../model/state.js';
import { wasRead } from '../model/unread.js';
import type { ModelEvent } from '../requests/events.js';
import { sameValue } from '../values/same-value.js';
import { ownerOf } from './owner.js';
import { describeInbox } from './view.js';

const HUB_LISTS = ['programs', 'sysvars', 'alarm_messages', 'service_messages', 'inbox'] as const;

/**
 * Takes over the readings and returns the news. The first reading of a list has no previous one: it is announced as a
 * whole, by the readiness, as a first load of devices is.
 */
export function applyHub(central: CentralRecord, facts: HubFacts): readonly ModelEvent[] {
  const { hub } = central;
  const unread = HUB_LISTS.filter((list) => !wasRead(central, list));
  const changes = [
    ...(facts.programs === undefined ? [] : applyPrograms(central, facts.programs)),
    ...(facts.sysvars === undefined ? [] : applySysvars(central, facts.sysvars, facts.at)),
    ...(facts.alarmMessages === undefined ? [] : applyList(central, 'alarmMessages', facts.alarmMessages)),
    ...(facts.serviceMessages === undefined ? [] : applyList(central, 'serviceMessages', facts.serviceMessages)),
    ...(facts.inbox === undefined ? [] : applyList(central, 'inbox', withFirstSeen(hub, facts.inbox, facts.at))),
    ...(facts.update === undefined ? [] : applyUpdate(central, facts.update)),
    ...(facts.installModes ?? []).flatMap((mode) => applyInstallMode(central, mode)),
  ];
  return unread.some((list) => wasRead(central, list)) ? [...changes, readinessChanged(central)] : changes;
}

function applyPrograms(central: CentralRecord, programs: readonly Program[]): readonly ModelEvent[] {
  const known = central.hub.programs;
  const out: ModelEvent[] = [];
  const next = new Map<string, KnownProgram>();
  for (const facts of programs) {
    const id = String(facts.id);
    const before = known?.get(id);
    const ran = before !== undefined && facts.lastExecutedAt > before.facts.lastExecutedAt;
    next.set(id, { facts, announced: before?.announced === true && !ran });
    if (before !== undefined && before.facts.active !== facts.active) out.push(programChanged(central, facts));
    if (ran && !before.announced) out.push(programExecuted(central, facts, { success: true }));
  }
  central.hub.programs = next;
  return out;
}

function programChanged(central: CentralRecord, facts: Program): ModelEvent {
  return {
    topic: `hub.${central.name}.programs.${facts.id}`,
    type: 'hub.program_changed',
    kind: 'change',
    key: `${central.name}/program/${facts.id}`,
    payload: {
      central: central.name,
      program_id: String(facts.id),
      active: facts.active,
      execute_available: facts.active,
      unique_id: central.ids.program(String(facts.id)),
      ...ownerOf(central, facts.name),
    },
  };
}

function programExecuted(
  central: CentralRecord,
  facts: Pick<Program, 'id' | 'name'>,
  run: { readonly success: boolean; readonly trigger?: 'api' | 'automation' | 'scheduler' | 'user' },
): ModelEvent {
  return {
    topic: `hub.${central.name}.programs.${facts.id}`,
    type: 'hub.program_executed',
    kind: 'change',
    momentary: true,
    payload: {
      central: central.name,
      program_id: String(facts.id),
      ...(run.trigger === undefined ? {} : { trigger: run.trigger }),
      success: run.success,
      unique_id: central.ids.program(String(facts.id)),
      ...ownerOf(central, facts.name),
    },
  };
}

/** A run that we asked for. */
export function noteExecution(
  central: CentralRecord,
  id: string,
  run: { readonly success: boolean; readonly trigger?: 'api' | 'automation' | 'scheduler' | 'user' },
): readonly ModelEvent[] {
  const known = central.hub.programs?.get(id);
  if (known === undefined || central.hub.programs === undefined) return [];
  if (run.success) central.hub.programs = new Map(central.hub.programs).set(id, { ...known, announced: true });
  return [programExecuted(central, known.facts, run)];
}

function applySysvars(central: CentralRecord, sysvars: readonly Sysvar[], at: number): readonly ModelEvent[] {
  const known = central.hub.sysvars;
  const out: ModelEvent[] = [];
  const next = new Map<string, KnownSysvar>();
  for (const facts of sysvars) {
    next.set(facts.name, { facts, seenAt: at });
    const previous = known?.get(facts.name)?.facts.value;
    if (known === undefined || facts.value === undefined) continue;
    if (previous !== undefined && sameValue(previous, facts.value)) continue;
    out.push(variableChanged(central, facts, previous));
  }
  central.hub.sysvars = next;
  return out;
}

function variableChanged(central: CentralRecord, facts: Sysvar, previous: unknown): ModelEvent {
  return {
    topic: `hub.${central.name}.sysvars.${facts.name}`,
    type: 'hub.sysvar_changed',
    kind: previous === undefined ? 'initial' : 'change',
    key: `${central.name}/sysvar/${facts.id}`,
    payload: {
      central: central.name,
      name: facts.name,
      value_type: facts.type,
      unique_id: central.ids.sysvar(String(facts.id)),
      value: facts.value,
      ...(previous === undefined ? {} : { previous }),
      ...ownerOf(central, facts.name, facts.channelAddress),
    },
  };
}

const COUNTED = {
  alarmMessages: { topic: 'alarm_messages', type: 'hub.alarm_message' },
  serviceMessages: { topic: 'service_messages', type: 'hub.service_message' },
  inbox: { topic: 'inbox', type: 'hub.inbox_changed' },
} as const;

function applyList<K extends keyof typeof COUNTED>(
  central: CentralRecord,
  list: K,
  entries: NonNullable<Hub[K]>,
): readonly ModelEvent[] {
  const before = central.hub[list];
  central.hub[list] = entries;
  if (before === undefined || identity(before) === identity(entries)) return [];
  return [countChanged(central, list, list === 'inbox' ? describeInbox(central).length : entries.length)];
}

const countChanged = (central: CentralRecord, list: keyof typeof COUNTED, count: number): ModelEvent => ({
  topic: `hub.${central.name}.${COUNTED[list].topic}`,
  type: COUNTED[list].type,
  kind: 'change',
  key: `${central.name}/${list}`,
  payload: { central: central.name, count },
});

/** Other devices wait to be released. */
export function applyWaiting(central: CentralRecord, waiting: readonly WaitingDevice[]): readonly ModelEvent[] {
  const before = central.waiting;
  central.waiting = waiting;
  const addresses = (some: readonly WaitingDevice[]) => some.map(({ address }) => address).join(' ');
  if (addresses(before) === addresses(waiting)) return [];
  return [countChanged(central, 'inbox', describeInbox(central).length)];
}

const identity = (
  entries: readonly { readonly id: number; readonly counter?: number; readonly lastAt?: number }[],
): string =>
  entries
    .map((entry) => `${entry.id}/${entry.counter ?? 0}/${entry.lastAt ?? 0}`)
    .sort()
    .join();

function withFirstSeen(hub: Hub, inbox: NonNullable<HubFacts['inbox']>, at: number): NonNullable<Hub['inbox']> {
  return inbox.map((entry) => ({
    ...entry,
    firstSeenAt: hub.inbox?.find((known) => known.address === entry.address)?.firstSeenAt ?? at,
  }));
}

function applyUpdate(central: CentralRecord, update: NonNullable<HubFacts['update']>): readonly ModelEvent[] {
  const before = central.hub.update;
  central.hub.update = update;
  if (before === undefined || JSON.stringify(before) === JSON.stringify(update)) return [];
  return [
    {
      topic: `hub.${central.name}.system_update`,
      type: 'hub.system_update_changed',
      kind: 'change',
      key: `${central.name}/system_update`,
      payload: {
        central: central.name,
        ...(update.current === '' ? {} : { current_firmware: update.current }),
        ...(update.available === '' ? {} : { available_firmware: update.available }),
        update_available: update.updateAvailable,
        in_progress: update.inProgress === true,
      },
    },
  ];
}

/** The seconds left run down by themselves: only on and off (and a prolongation) are news. */
function applyInstallMode(
  central: CentralRecord,
  mode: NonNullable<HubFacts['installModes']>[number],
): readonly ModelEvent[] {
  const before = central.hub.installModes.get(mode.interfaceName);
  central.hub.installModes.set(mode.interfaceName, mode);
  const prolonged = before?.active === true && mode.active && mode.seconds > before.seconds;
  if (before?.active === mode.active ? !prolonged : before === undefined && !mode.active) return [];
  return [
    {
      topic: `hub.${central.name}.install_mode`,
      type: 'hub.install_mode_changed',
      kind: 'change',
      payload: {
        central: central.name,
        enabled: mode.active,
        remaining_s: mode.active ? mode.seconds : 0,
        interface_id: central.interfaces.get(mode.interfaceName)?.id,
      },
    },
  ];
}
