import { type HouseDefinition, inventedHouse } from '@ccu-gateway/ccu-simulator';

const MEASURING = 'SIM0000003:1';
/** A parameter that a device measures when it is told to. */
export const MEASURED = 'REFERENCE_RUNNING_TIME_TOP_BOTTOM';
const DETERMINE = 8;

/** The invented house, in which one blind can measure how long it runs. */
export function wireHouse(): HouseDefinition {
  const house = inventedHouse();
  const devices = house.devices.map((device) => {
    const sets = device.paramsets[MEASURING];
    const described = sets?.MASTER?.[MEASURED];
    if (described === undefined) return device;
    const MASTER = { ...sets?.MASTER, [MEASURED]: { ...described, OPERATIONS: described.OPERATIONS | DETERMINE } };
    return { ...device, paramsets: { ...device.paramsets, [MEASURING]: { ...sets, MASTER } } };
  });
  return { ...house, devices };
}
