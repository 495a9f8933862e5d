import type { DeviceDescription, ParameterDescription } from '../house/types.js';
import { FLAG } from '../live/defaults.js';
import type { DeviceRegistry } from '../live/registry.js';
import type { LiveChannel, LiveDevice } from '../live/types.js';

/**
 * Completeness of the results of a script, which depends on its text. To some requests the logic layer answers with
 * less, or with other data, than expected, and never with an error.
 */
export interface ScriptReach {
  /** `Get(text)`: a text of digits is taken for an id. */
  readonly looksUpByText: boolean;
  /** `Channels().EnumIDs()` leaves out internal channels, the maintenance channel of every BidCos device among them. */
  readonly internalChannels: boolean;
  /** `DPs().EnumIDs()` leaves out internal data points, `EnumUsedIDs()` invisible ones too. */
  readonly internalPoints: boolean;
  readonly invisiblePoints: boolean;
  /** `EnumUsedIDs()` of the list of variables, programs or channels leaves out internal ones. */
  readonly internalVariables: boolean;
  readonly internalPrograms: boolean;
  /** False: a variable without a state has no value. */
  readonly tellsState: boolean;
  /** A variable is shown at its channel only while the channel's list of data points has it too. */
  readonly joinsChannel: boolean;
  readonly leavesChannel: boolean;
  /** The receipt of a message leaves its data point unchanged. */
  readonly resetsPoint: boolean;
  /** A second object of a name gets a number behind it; only a script that reads the name again finds that out. */
  readonly looksForName: boolean;
  /** A refused value of a variable, and a program that does not run, show in the result of the method alone. */
  readonly hearsRefusal: boolean;
  /** The CCU deletes and renames its own objects too; only a script that checks for them spares them. */
  readonly sparesOwn: boolean;
  /** An alarm answers true when a message appeared, and not for an accepted state. */
  readonly looksAtAlarm: boolean;
}

export function reachOf(source: string): ScriptReach {
  return {
    looksUpByText: /\.Get\(s[A-Z]\w*\)/.test(source),
    internalChannels: !/\.Channels\(\)\.Enum|ID_CHANNELS\)\.EnumUsedIDs/.test(source),
    internalPoints: !/\.DPs\(\)\.Enum/.test(source),
    invisiblePoints: !/\.DPs\(\)\.EnumUsedIDs/.test(source),
    internalVariables: !/ID_SYSTEM_VARIABLES\)\.EnumUsedIDs/.test(source),
    tellsState: /\bo\.State\(/.test(source),
    joinsChannel: /\.DPs\(\)\.Add\(/.test(source),
    looksForName: /\bo(?:Group)?\.Name\(\) [!=]= s/.test(source),
    hearsRefusal: /= o\.State\(vValue\)|if \(o\.ProgramExecute\(\)\)/.test(source),
    sparesOwn: /\.Unerasable\(\)|o\.ID\(\) == 40/.test(source),
    looksAtAlarm: /istAlarm\) \{ bTaken = \(o\.State\(\)/.test(source),
    resetsPoint: /oPoint\.State\(false\)/.test(source),
    leavesChannel: /\.DPs\(\)\.Remove\(/.test(source),
    internalPrograms: !/ID_PROGRAMS\)\.EnumUsedIDs/.test(source),
  };
}

/** True when such a script finds this channel. */
function meetsChannel({ FLAGS = FLAG.visible }: DeviceDescription, { internalChannels }: ScriptReach): boolean {
  return internalChannels || (FLAGS & FLAG.internal) === 0;
}

/** The channels of a device that such a script meets. */
export function channelsMetBy({ channels }: LiveDevice, reach: ScriptReach): readonly LiveChannel[] {
  return channels.filter(({ description }) => meetsChannel(description, reach));
}

/** The channel with this address, where such a script meets it. */
export function findMet(registry: DeviceRegistry, address: string, reach: ScriptReach): LiveChannel | undefined {
  const channel = registry.channel(address);
  return channel !== undefined && meetsChannel(channel.description, reach) ? channel : undefined;
}

/** True when such a script finds the data point with this description. */
export function meetsPoint(described: ParameterDescription | undefined, reach: ScriptReach): boolean {
  const flags = described?.FLAGS ?? FLAG.visible;
  return (
    (reach.internalPoints || (flags & FLAG.internal) === 0) && (reach.invisiblePoints || (flags & FLAG.visible) !== 0)
  );
}

/** The objects of an enumeration, with or without internal ones. */
export function metBy<T extends { readonly internal?: boolean }>(
  objects: readonly T[],
  internalToo: boolean,
): readonly T[] {
  return objects.filter(({ internal = false }) => internalToo || !internal);
}

/** The object of a text: by name, but by id where the text is digits and the script searches by text. */
export function named<T extends { readonly id: number; readonly name: string }>(
  objects: readonly T[],
  text: string,
  { looksUpByText }: Pick<ScriptReach, 'looksUpByText'>,
): T | undefined {
  const byId = looksUpByText && /^\d+$/.test(text);
  return objects.find(({ id, name }) => (byId ? id === Number(text) : name === text));
}
