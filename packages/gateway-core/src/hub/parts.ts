import type { Ccu, Program, Sysvar } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { HubFacts, InstallModeFacts } from '@ccu-gateway/device-model';

/** Parts of a CCU's logic layer, each read together because it changes together. */
export type HubPart = 'programs' | 'sysvars' | 'messages' | 'inbox' | 'update' | 'installModes';

export const HUB_PARTS: readonly HubPart[] = ['sysvars', 'programs', 'messages', 'inbox', 'installModes', 'update'];

/** Reads parts of the hubs of CCUs at once. */
export interface HubRefresh {
  /** Nothing happens for a CCU that is not connected. @throws CcuError */
  refresh(central: string, ...parts: readonly HubPart[]): Promise<void>;
}

/** Programs and variables that are taken over. */
export interface HubSelection {
  readonly internalVariables: boolean;
  /** Only those with one of these words in the description; `INTERNAL` means internal ones. Empty: all. */
  readonly variableMarkers: readonly string[];
  readonly programMarkers: readonly string[];
}

export const EVERYTHING: HubSelection = { internalVariables: true, variableMarkers: [], programMarkers: [] };

export type HubReader = Pick<Ccu, 'hub' | 'hubStatus' | 'status' | 'getInstallMode'>;

/** Reads one part. @throws CcuError */
export async function readPart(ccu: HubReader, part: HubPart, selection: HubSelection): Promise<Omit<HubFacts, 'at'>> {
  switch (part) {
    case 'programs':
      return { programs: (await ccu.hub.programs()).filter((program) => isMarked(program, selection.programMarkers)) };
    case 'sysvars':
      return { sysvars: (await ccu.hub.sysvars()).filter((variable) => isWanted(variable, selection)) };
    case 'messages':
      return { alarmMessages: await ccu.hub.alarmMessages(), serviceMessages: await ccu.hub.serviceMessages() };
    case 'inbox':
      return { inbox: await ccu.hub.inbox() };
    case 'update':
      return { update: await ccu.hub.firmwareUpdate() };
    case 'installModes':
      return { installModes: await readInstallModes(ccu) };
  }
}

async function readInstallModes(ccu: HubReader): Promise<readonly InstallModeFacts[]> {
  const modes: InstallModeFacts[] = [];
  for (const { interfaceName, connected } of ccu.status()) {
    if (!connected || factsOf(interfaceName).installMode === 'none') continue;
    const seconds = await ccu.getInstallMode(interfaceName);
    modes.push({ interfaceName, active: seconds > 0, seconds });
  }
  return modes;
}

/** The counters of alarm and service messages. A CCU makes them internal at its first restart. */
const COUNTERS: ReadonlySet<number> = new Set([40, 41]);

function isWanted(variable: Sysvar, { internalVariables, variableMarkers }: HubSelection): boolean {
  if (COUNTERS.has(variable.id)) return true;
  return (internalVariables || !variable.internal) && isMarked(variable, variableMarkers);
}

function isMarked({ description, internal }: Program | Sysvar, markers: readonly string[]): boolean {
  if (markers.length === 0) return true;
  return markers.some((marker) => (marker === 'INTERNAL' ? internal : description.includes(marker)));
}
