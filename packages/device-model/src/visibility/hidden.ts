import type { DataPointUsage } from '@ccu-gateway/contract/types';
import { triggerKindOf } from '../announce/trigger.js';
import type { Descriptor } from '../values/descriptor.js';

/** Reason why a parameter is not offered to clients by default. */
export type HiddenReason =
  | 'ignore_list'
  | 'wildcard_prefix'
  | 'wildcard_suffix'
  | 'hidden'
  | 'operation_mode'
  | 'week_profile'
  | 'internal_flag';

/** Noise: protocol internals that mean nothing to people. */
const IGNORED: ReadonlySet<string> = new Set([
  'AES_KEY',
  'BOOT',
  'COMBINED_PARAMETER',
  'DATE_TIME_UNKNOWN',
  'DECISION_VALUE',
  'DEVICE_IN_BOOTLOADER',
  'ENTER_BOOTLOADER',
  'INCLUSION_UNSUPPORTED_DEVICE',
  'INHIBIT',
  'INSTALL_MODE',
  'INSTALL_TEST',
  'LEVEL_COMBINED',
  'LEVEL_REAL',
  'OLD_LEVEL',
  'PROCESS',
  'QUICK_VETO_TIME',
  'SELF_CALIBRATION',
  'SELF_CALIBRATION_RESULT',
  'STATE_UNCERTAIN',
  'SWITCH_POINT_OCCURED',
  'WP_OPTIONS',
]);

const IGNORED_PREFIXES = ['ADJUSTING_', 'ERR_TTM_', 'IDENTIFICATION_MODE_', 'IDENTIFY_', 'PARTY_START_', 'PARTY_STOP_'];
const IGNORED_SUFFIXES = ['_OVERFLOW', '_OVERRUN', '_REPORTING', '_STATUS', '_SUBMIT', '_STORE', '_BOARDER'];
/** End like noise, but are the state itself. */
const KEPT: ReadonlySet<string> = new Set(['SMOKE_DETECTOR_ALARM_STATUS']);

/** Technical: useful when looking for a fault, not on a tile. */
const HIDDEN: ReadonlySet<string> = new Set([
  'ACTIVITY_STATE',
  'CHANNEL_OPERATION_MODE',
  'CONFIG_PENDING',
  'DIRECTION',
  'DIRECTION_SLATS',
  'LOW_BAT_LIMIT',
  'NEXT_TRANSMISSION',
  'ON_TIME',
  'RAMP_TIME',
  'SECTION',
  'STICKY_SABOTAGE',
  'STICKY_UNREACH',
  'UNREACH',
  'UPDATE_PENDING',
  'WORKING',
  'WORKING_SLATS',
]);

const HIDDEN_PREFIXES = ['DURATION_', 'PARTY_', 'RAMP_TIME_'];

/**
 * Parameters that devices describe without having them: mains-powered ones a battery, floor heatings a thermostat's
 * valve.
 */
const IGNORED_OF_MODELS: Readonly<Record<string, RegExp>> = {
  LOWBAT: /^HM-LC-Sw(?!\d-Ba)/i,
  LOW_BAT: /^HmIP-(BWTH|PCBS(?!-BAT))/i,
  OPERATING_VOLTAGE:
    /^(ELV-SH-BS2|HmIP-(BDT|BROLL|BS2|BSL|BSM|BWTH|DR|FDT|FROLL|FS6|FSM|MOD-OC8|PCBS(?!-BAT)|PDT|PMFS|PS|SFD|SMO230|WGT|WRC6-230))/i,
  CURRENT_ILLUMINATION: /^HmIP-(SMI|SMO|SPI|UDI-SMI)/i,
  VALVE_STATE: /^(HmIP-FALMOT-C(8|12)|HmIPW-FALMOT-C12)/i,
};

/** Reason why the parameter is kept from clients, or `undefined` when it is not. */
export function hiddenReason(parameter: string, descriptor: Descriptor, model = ''): HiddenReason | undefined {
  if (KEPT.has(parameter)) return undefined;
  if (Object.hasOwn(IGNORED_OF_MODELS, parameter) && IGNORED_OF_MODELS[parameter]?.test(model)) return 'ignore_list';
  if (IGNORED.has(parameter)) return 'ignore_list';
  if (IGNORED_PREFIXES.some((prefix) => parameter.startsWith(prefix))) return 'wildcard_prefix';
  if (IGNORED_SUFFIXES.some((suffix) => parameter.endsWith(suffix))) return 'wildcard_suffix';
  if (descriptor.placeholder || (descriptor.internal && !descriptor.serviceMessage)) return 'internal_flag';
  if (parameter.startsWith('WEEK_PROGRAM_')) return 'week_profile';
  if (parameter === 'CHANNEL_OPERATION_MODE') return 'operation_mode';
  if (HIDDEN.has(parameter) || HIDDEN_PREFIXES.some((prefix) => parameter.startsWith(prefix))) return 'hidden';
  return undefined;
}

const NEVER_OFFERED: ReadonlySet<HiddenReason> = new Set([
  'ignore_list',
  'wildcard_prefix',
  'wildcard_suffix',
  'internal_flag',
]);

/** The verdict of the lists alone; un-ignore patterns and custom data points may overrule it. */
export function plainUsage(parameter: string, descriptor: Descriptor, model = ''): DataPointUsage {
  const reason = hiddenReason(parameter, descriptor, model);
  if (reason !== undefined) return NEVER_OFFERED.has(reason) ? 'ignored' : 'no_create';
  const trigger = triggerKindOf({ parameter, descriptor });
  return trigger === 'keypress' || trigger === 'impulse' ? 'event' : 'data_point';
}
