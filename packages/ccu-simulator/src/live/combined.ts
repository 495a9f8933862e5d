import type { ParamsetDescription, WireValue } from '../house/types.js';

type Writes = Readonly<Record<string, WireValue>>;

/** Short keys of COMBINED_PARAMETER, with their parameter and the divisor of their unit. */
const KEYS: Readonly<Record<string, readonly [parameter: string, divisor: number]>> = {
  L: ['LEVEL', 100],
  L2: ['LEVEL_2', 100],
  OT: ['ON_TIME', 1],
  RT: ['RAMP_TIME', 1],
  DV: ['DURATION_VALUE', 1],
  DU: ['DURATION_UNIT', 1],
  RTV: ['RAMP_TIME_VALUE', 1],
  RTU: ['RAMP_TIME_UNIT', 1],
  RTTOV: ['RAMP_TIME_TO_OFF_VALUE', 1],
  RTTOU: ['RAMP_TIME_TO_OFF_UNIT', 1],
  C: ['COLOR', 1],
  CB: ['COLOR_BEHAVIOUR', 1],
  H: ['HUE', 1],
  SAT: ['SATURATION', 100],
  TC: ['COLOR_TEMPERATURE', 1],
  WPTCLS: ['WEEK_PROGRAM_TARGET_CHANNEL_LOCKS', 1],
  WPTCL: ['WEEK_PROGRAM_TARGET_CHANNEL_LOCK', 1],
};

/**
 * Replaces the parameters that carry several others in one text by those others: `COMBINED_PARAMETER` (`L=50,OT=10`) and
 * `LEVEL_COMBINED` (two hex bytes, each a level times 200). A switch takes `L` as its state.
 */
export function expandCombined(
  writes: Writes,
  description: ParamsetDescription,
  current: (parameter: string) => WireValue | undefined,
): Writes {
  const { COMBINED_PARAMETER, LEVEL_COMBINED, ...rest } = writes;
  const expanded: Record<string, WireValue> = { ...rest };
  if (typeof COMBINED_PARAMETER === 'string') Object.assign(expanded, combined(COMBINED_PARAMETER, description));
  if (typeof LEVEL_COMBINED === 'string') {
    const [level, slats] = LEVEL_COMBINED.split(',').map((byte) => Number(byte) / 200);
    if (Number.isFinite(level)) expanded.LEVEL = level as number;
    if (Number.isFinite(slats)) expanded.LEVEL_SLATS = slats as number;
  }
  if (expanded.OLD_LEVEL !== undefined && current('LEVEL') === 0) expanded.LEVEL = 1;
  return expanded;
}

function combined(text: string, description: ParamsetDescription): Writes {
  const expanded: Record<string, WireValue> = {};
  for (const part of text.split(',')) {
    const [key = '', raw = ''] = part.split('=');
    const target = KEYS[key.trim()];
    const number = Number(raw);
    if (target === undefined || !Number.isFinite(number)) continue;
    const [parameter, divisor] = target;
    if (parameter in description) expanded[parameter] = number / divisor;
    else if (parameter === 'LEVEL' && description.STATE?.TYPE === 'BOOL') expanded.STATE = number > 0;
  }
  return expanded;
}
