import type { LocalTime } from './local-time.js';
import type { ReGaScriptRow } from './scripts/index.js';

type Answer = Readonly<Record<string, unknown>>;

/** Lists as the CCU's JSON-RPC answers them, read leniently: nearly everything is text, and nothing is to be believed. */
function entries(answer: unknown): readonly Answer[] {
  return Array.isArray(answer) ? answer.filter((item) => typeof item === 'object' && item !== null) : [];
}

const MAX_TEXT = 2_000;

/** Some firmware writes the keys of its own texts as its script language quotes them: `$\{sysVarPresence}`. */
const QUOTED_KEY = /\$\\\{(\w+)\\?\}/g;

const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT).replace(QUOTED_KEY, (_, key) => `\${${key}}`) : '';
const flag = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

function id(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function number(value: unknown): number | undefined {
  const result = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof result === 'number' && Number.isFinite(result) ? result : undefined;
}

/** `Device.listAllDetail`: devices and their channels. */
export function readDevices(answer: unknown): readonly ReGaScriptRow<'names'>[] {
  return entries(answer).flatMap((device) => {
    const interfaceName = text(device.interface);
    const named = (kind: 'D' | 'C', item: Answer) => {
      const known = id(item.id);
      const address = text(item.address);
      return known === undefined || address === ''
        ? []
        : [{ kind, id: known, address, name: text(item.name), interfaceName }];
    };
    return [...named('D', device), ...entries(device.channels).flatMap((channel) => named('C', channel))];
  });
}

export function findByAddress(
  devices: readonly ReGaScriptRow<'names'>[],
  address: string,
): ReGaScriptRow<'names'> | undefined {
  return devices.find((each) => each.address === address);
}

/** `Room.getAll`, `Subsection.getAll`. */
export function readGroups(
  answer: unknown,
  addresses: ReadonlyMap<number, string>,
): readonly ReGaScriptRow<'groups'>[] {
  return entries(answer).flatMap((group) => {
    const known = id(group.id);
    const channelIds = Array.isArray(group.channelIds) ? group.channelIds : [];
    const channelAddresses = channelIds.flatMap((each) => addresses.get(id(each) ?? -1) ?? []);
    return known === undefined
      ? []
      : [{ id: known, name: text(group.name), description: text(group.description), channelAddresses }];
  });
}

/** `Program.getAll`. It has no descriptions and no visibility. */
export function readPrograms(answer: unknown, localTime: LocalTime): readonly ReGaScriptRow<'programs'>[] {
  return entries(answer).flatMap((program) => {
    const known = id(program.id);
    if (known === undefined) return [];
    return [
      {
        id: known,
        name: text(program.name),
        description: '',
        active: flag(program.isActive),
        internal: flag(program.isInternal),
        visible: true,
        lastExecutedAt: localTime.read(text(program.lastExecuteTime)),
      },
    ];
  });
}

const TYPES: ReadonlySet<string> = new Set(['ALARM', 'LOGIC', 'LIST', 'NUMBER', 'STRING']);

/** `SysVar.getAll`. It has no descriptions, and no times of the values. */
export function readSysvars(
  answer: unknown,
  addresses: ReadonlyMap<number, string>,
): readonly ReGaScriptRow<'variables'>[] {
  return entries(answer).flatMap((variable) => {
    const known = id(variable.id);
    const type = text(variable.type);
    if (known === undefined || !TYPES.has(type)) return [];
    return [
      {
        id: known,
        name: text(variable.name),
        description: '',
        type,
        value: readValue(type, variable.value),
        unit: text(variable.unit),
        min: number(variable.minValue),
        max: number(variable.maxValue),
        valueList: text(variable.valueList),
        valueName0: text(variable.valueName0),
        valueName1: text(variable.valueName1),
        internal: flag(variable.isInternal),
        visible: flag(variable.isVisible),
        logged: flag(variable.isLogged),
        channelAddress: addresses.get(id(variable.channelId) ?? -1) ?? '',
        changedAt: 0,
      },
    ];
  });
}

function readValue(type: string, value: unknown): boolean | number | string | undefined {
  if (type === 'STRING') return text(value);
  if (type === 'ALARM' || type === 'LOGIC') return value === '' ? undefined : flag(value);
  const result = number(value);
  return result === undefined || type === 'NUMBER' ? result : Math.trunc(result);
}
