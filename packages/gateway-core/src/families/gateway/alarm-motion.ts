import type { SensorConfig } from '@ccu-gateway/alarm';
import type { AlarmMotionReset, AlarmTriggeredMotion } from '@ccu-gateway/contract/types';
import { partsOf } from '../../alarm/outputs.js';
import type { CcuWriter, House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, notFound } from '../../use-case/errors.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { setValue } from '../devices/devices.js';
import type { Alarming } from './alarm.js';

/** Ports of the use cases for motion sensors of the alarm system. */
export interface AlarmMotion extends Alarming {
  readonly house: House;
  readonly ccu: CcuWriter;
}

type Reading = Pick<AlarmMotion, 'alarm' | 'house'>;

/** The parameter that ends a reported motion before its interval is over. */
const RESET = 'RESET_MOTION';

interface Triggered {
  readonly zone: string;
  readonly sensor: SensorConfig;
  readonly isResettable: boolean;
}

/** Motion sensors that report a motion now. @throws GatewayError `service_unready`, `not_found` */
function triggered({ alarm, house }: Reading, only?: string): readonly Triggered[] {
  alarm.requireRead();
  const { zones } = alarm.plan();
  if (only !== undefined && !zones.has(only)) throw notFound(`Zone ${only}`);
  const { sensors } = alarm.state();
  return [...zones.values()]
    .filter(({ id }) => only === undefined || id === only)
    .flatMap((zone) =>
      zone.sensors
        .filter(({ id, kind }) => kind === 'motion' && sensors[id]?.isActive === true)
        .map((sensor) => ({ zone: zone.id, sensor, isResettable: house.dataPoint(resetOf(sensor)).ok })),
    );
}

const resetOf = ({ point }: SensorConfig) => ({
  central: point.central,
  ...partsOf(point.channelAddress),
  parameter: RESET,
});

/** Motion sensors of the zones that report a motion now. Role `viewer`. @throws GatewayError `service_unready` */
export const listTriggeredMotion = reading('viewer', (ports: Reading): readonly AlarmTriggeredMotion[] =>
  triggered(ports).map(({ zone, sensor: { id, name, point }, isResettable }) => ({
    zone_id: zone,
    sensor_id: id,
    name,
    central: point.central,
    channel_address: point.channelAddress,
    resettable: isResettable,
  })),
);

/**
 * Ends the motion that sensors of a zone report, or of all zones, where their device can. Each device is written once; a write that
 * fails is part of the answer. Role `operator`; each write is audited as `data_point_write`.
 *
 * @throws GatewayError `not_found`, `service_unready`
 */
export const resetAlarmMotion = useCase(
  'operator',
  async (ports: AlarmMotion, caller: Caller, zone?: string): Promise<AlarmMotionReset> => {
    const all = triggered(ports, zone).filter(({ isResettable }) => isResettable);
    const byChannel = new Map(
      all.map(({ sensor }) => [`${sensor.point.central} ${sensor.point.channelAddress}`, sensor]),
    );
    const outcomes = await Promise.all([...byChannel.values()].map((sensor) => reset(ports, caller, sensor)));
    return {
      reset: outcomes.flatMap(({ id, failure }) => (failure === undefined ? [id] : [])),
      failed: outcomes.flatMap(({ id, failure }) => (failure === undefined ? [] : [{ sensor_id: id, ...failure }])),
    };
  },
);

async function reset(ports: AlarmMotion, caller: Caller, sensor: SensorConfig) {
  try {
    await setValue(ports, caller, { ...resetOf(sensor), value: true });
    return { id: sensor.id };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { id: sensor.id, failure: { code: error.code, detail: error.message } };
  }
}
