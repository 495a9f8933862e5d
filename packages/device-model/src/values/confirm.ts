import type { Confirmation, ConfirmReason } from '@ccu-gateway/contract/types';
import type { Descriptor } from './descriptor.js';

/**
 * Rule for a confirmation by people: for commands that open a door or window, wake people, let water run or change
 * access. It is judged by the meaning of a channel and a parameter, never by models or names.
 */
interface Rule {
  readonly reason: ConfirmReason;
  /** Options by name, or values, without a confirmation: those that lock, close, stop or silence. */
  readonly unless?: readonly (string | number | boolean)[];
}

const UNLOCK: Rule = { reason: 'unlock', unless: [false, 'LOCKED', 'NOP'] };
const OPEN: Rule = { reason: 'open', unless: ['NOP', 'STOP'] };
/** A window drive that closes or locks opens no window. */
const OPEN_WINDOW: Rule = { reason: 'open', unless: [0, 'LOCKED'] };
const ALARM: Rule = {
  reason: 'alarm',
  unless: [
    ...[false, 0, 'DISABLE_ACOUSTIC_SIGNAL', 'DISABLE_OPTICAL_SIGNAL', 'NO_ACTION', 'NOP'],
    ...['INTRUSION_ALARM_OFF', 'RESERVED_ALARM_OFF'],
  ],
};
const WATER: Rule = { reason: 'water', unless: [false, 0] };
const ACCESS: Rule = { reason: 'access' };

/** Parameters that mean the same wherever they are. */
const BY_PARAMETER: Readonly<Record<string, Rule>> = {
  LOCK_TARGET_LEVEL: UNLOCK,
  UNLOCK: { reason: 'unlock' },
  OPEN: { reason: 'open' },
  DOOR_COMMAND: OPEN,
  GARAGE_COMMAND: OPEN,
  GATE_COMMAND: OPEN,
  ACCESS_AUTHORIZATION: ACCESS,
  PERMISSION_STATE: ACCESS,
  ACOUSTIC_ALARM_SELECTION: ALARM,
  OPTICAL_ALARM_SELECTION: ALARM,
  SMOKE_DETECTOR_COMMAND: ALARM,
  // Disarming is as serious as an alarm: both can help a burglar or frighten people.
  ARMSTATE: { reason: 'alarm' },
};

/** Types of channels with commands of that kind only. The first match counts. */
const BY_CHANNEL: readonly (readonly [type: RegExp, rule: Rule])[] = [
  [/KEYMATIC|DOOR_?LOCK|^LOCK(_|$)/, UNLOCK],
  [/^ACCESS_|PERMISSION|^USER_AUTH/, ACCESS],
  [/WINMATIC|^WINDOW_(DRIVE|RECEIVER|VIRTUAL_RECEIVER)/, OPEN_WINDOW],
  [/GARAGE|^GATE(_|$)|^DOOR_(RECEIVER|TRANSCEIVER|DRIVE|VIRTUAL_RECEIVER)/, OPEN],
  [/^(SWITCH_(SENSOR|PANIC)|ALARMACTUATOR|ARMING)$|^ALARM_SWITCH|SIREN/, ALARM],
  [/^WATER_SWITCH|IRRIGATION|^(WATER_)?VALVE(_|$)|^(SWITCH|SHUT_?OFF)_VALVE/, WATER],
];

/** The older interfaces name the meaning of a parameter by the control of their web interface. */
const BY_CONTROL: readonly (readonly [control: RegExp, rule: Rule])[] = [
  [/^LOCK\./, UNLOCK],
  [/^WINDOW\./, OPEN_WINDOW],
  [/^(GARAGE|GATE|DOOR_RECEIVER)\b/, OPEN],
];

/** Times, tests, stops and programs that go along with a command and do nothing by themselves. */
const NO_COMMAND =
  /^(ON_TIME|RAMP_TIME|RAMP_STOP|DURATION|REPETITIONS|RELOCK_DELAY|SPEED|STOP$|INHIBIT$|INTERVAL|WEEK_PROGRAM|OLD_LEVEL$|.*_STATUS$)/;

/** Confirmation before a data point is written; undefined if it needs none. */
export function confirmationOf(
  channelType: string,
  parameter: string,
  descriptor: Descriptor,
): Confirmation | undefined {
  if (!descriptor.writable || NO_COMMAND.test(parameter)) return undefined;
  const rule = ruleOf(channelType, parameter, descriptor);
  if (rule === undefined) return undefined;
  const unless = (rule.unless ?? []).flatMap((each) => harmlessValues(each, descriptor));
  return { reason: rule.reason, ...(unless.length === 0 ? {} : { unless }) };
}

/** By operation of a thing that is written through `main`, why people are asked; operations that ask nothing are left out. */
export function confirmedOperations(
  main: { readonly confirm: Confirmation | undefined; readonly descriptor: Descriptor } | undefined,
  operations: readonly string[],
): Readonly<Record<string, ConfirmReason>> {
  if (main?.confirm === undefined) return {};
  const { reason, unless = [] } = main.confirm;
  // The first option of an ENUM is a number, too, and need not mean closing.
  const closes = main.descriptor.type !== 'ENUM' && (unless.includes(0) || unless.includes(false));
  const isHarmless = (operation: string): boolean =>
    HARMLESS[reason].has(operation) || (closes && (operation === 'close' || operation === 'turn_off'));
  return Object.fromEntries(operations.filter((each) => !isHarmless(each)).map((each) => [each, reason]));
}

/** Operations that lock, stop or silence. */
const HARMLESS: Readonly<Record<ConfirmReason, ReadonlySet<string>>> = {
  unlock: new Set(['lock']),
  open: new Set(['stop', 'lock']),
  alarm: new Set(['turn_off']),
  water: new Set(['close', 'turn_off']),
  access: new Set(),
};

/** Why people confirm commands to channels of a type, before any parameter is known. */
export const channelReason = (channelType: string): ConfirmReason | undefined =>
  BY_CHANNEL.find(([type]) => type.test(channelType))?.[1].reason;

function ruleOf(channelType: string, parameter: string, { control = '' }: Descriptor): Rule | undefined {
  const byChannel = BY_CHANNEL.find(([type]) => type.test(channelType))?.[1];
  const byControl = BY_CONTROL.find(([pattern]) => pattern.test(control))?.[1];
  // A lock that is opened is unlocked, under any parameter name.
  if (Object.hasOwn(BY_PARAMETER, parameter) && parameter !== 'OPEN') return BY_PARAMETER[parameter];
  return byChannel ?? byControl ?? BY_PARAMETER[parameter];
}

/** A harmless value as the parameter has it: an option by its number, a special value by its number. */
function harmlessValues(each: string | number | boolean, descriptor: Descriptor): readonly (number | boolean)[] {
  const { type, valueList, specials } = descriptor;
  if (typeof each === 'boolean') return type === 'BOOL' ? [each] : [];
  if (typeof each === 'number') return type === 'FLOAT' || type === 'INTEGER' ? [each] : [];
  const option = valueList?.indexOf(each) ?? -1;
  return option >= 0 ? [option] : specials.flatMap(({ id, value }) => (id === each ? [value] : []));
}
