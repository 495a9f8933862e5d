import type { ParameterDescription, WireValue } from '../model/model.js';

const READ = 1;
const EVENT = 4;

/** Whether a parameter shows anything of what was written to it. */
export function comesBack(description: ParameterDescription | undefined): boolean {
  return ((description?.OPERATIONS ?? 0) & (READ | EVENT)) !== 0;
}

/** Whether it will show the very value that was written: some values only stand for another one. */
export function isShownAgain(
  parameter: string,
  description: ParameterDescription | undefined,
  value: WireValue,
): boolean {
  if (!comesBack(description)) return false;
  // A little above 100 % is "as before" or "as it is", and so is the hue behind the last one.
  if (/^(LEVEL|SATURATION)/.test(parameter)) return !(typeof value === 'number' && value > 1 && value < 1.3);
  return !(parameter === 'HUE' && value === 361);
}

/** What says of a channel that it is on its way, such as a blind that runs: by parameter, the values that mean it. */
const ON_ITS_WAY: Readonly<Record<string, readonly WireValue[]>> = {
  WORKING: [true],
  PROCESS: [1],
  ACTIVITY_STATE: [1, 2],
  DIRECTION: [1, 2],
};

export function isOnItsWay(shown: (parameter: string) => WireValue | undefined): boolean {
  return Object.entries(ON_ITS_WAY).some(([parameter, values]) => {
    const value = shown(parameter);
    return value !== undefined && values.includes(value);
  });
}
