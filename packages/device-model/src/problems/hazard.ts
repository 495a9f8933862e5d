import type { DataPoint } from '../model/state.js';

const WATER = /^(ALARMSTATE|WATERLEVEL_DETECTED|MOISTURE_DETECTED)$/;
/** A detector of BidCos has a state of dry, moist and wet. */
const WATER_CHANNEL = /^WATERDETECTIONSENSOR/;
/** No device of Homematic is known to report it; servers of other makers do. */
const CARBON_MONOXIDE = /^(CO|CARBON_MONOXIDE)_(ALARM|DETECTED|STATE)/;

/** The hazard that a data point reports now. Smoke has rules of its own, because detectors form teams. */
export function hazardOf({ parameter, value, descriptor, channel }: DataPoint): 'water' | 'co' | undefined {
  const isRaised = value === true || (descriptor.type === 'ENUM' && typeof value === 'number' && value > 0);
  if (!isRaised || descriptor.writable) return undefined;
  if (CARBON_MONOXIDE.test(parameter)) return 'co';
  const isWater =
    WATER.test(parameter) || (parameter === 'STATE' && WATER_CHANNEL.test(channel.description.TYPE ?? ''));
  return isWater ? 'water' : undefined;
}
