import type { CallAnswer } from '@ccu-gateway/client';
import type { AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { type BlockReason, blockersOf, type Mode, modesOf } from './zone-facts.js';

export type AlarmSensor = CallAnswer<'listAlarmZoneSensors'>[number];

/** A sensor that keeps a zone from being armed. */
export interface BlockingSensor {
  readonly id: string;
  readonly name: string;
  readonly reasons: readonly BlockReason[];
  /** Its zone never arms without it. */
  readonly isKept: boolean;
}

const nameOf = ({ id, name }: AlarmSensor): string => name ?? id;

/** Sensors that block a mode of the zone, each once with the reasons of all modes. */
export function blockingSensors(zone: AlarmZoneStatus, sensors: readonly AlarmSensor[]): readonly BlockingSensor[] {
  const known = new Map(sensors.map((sensor) => [sensor.id, sensor]));
  const reasons = new Map<string, Set<BlockReason>>();
  for (const mode of modesOf(zone)) {
    const readiness = zone.readiness[mode];
    for (const id of readiness?.blockers ?? []) {
      if (!known.has(id) || readiness === undefined) continue;
      const [found] = blockersOf({ ...readiness, blockers: [id] }, new Map());
      const all = reasons.get(id) ?? new Set();
      reasons.set(id, all);
      for (const reason of found?.reasons ?? []) all.add(reason);
    }
  }
  return [...reasons].map(([id, found]) => {
    const sensor = known.get(id)!;
    return { id, name: nameOf(sensor), reasons: [...found], isKept: sensor.config.bypass === 'never' };
  });
}

/** True where a reported motion keeps the zone from being armed: its device may be able to end it. */
export function isMotionBlocking(zone: AlarmZoneStatus, sensors: readonly AlarmSensor[]): boolean {
  const moving = new Set(sensors.filter(({ type }) => type === 'motion').map(({ id }) => id));
  return blockingSensors(zone, sensors).some(({ id, reasons }) => moving.has(id) && reasons.includes('open'));
}

/** True where a mode can be armed without these sensors: nothing else blocks it, and another sensor watches. */
export function isReadyWithout(
  zone: AlarmZoneStatus,
  mode: Mode,
  { sensors, out }: { readonly sensors: readonly AlarmSensor[]; readonly out: ReadonlySet<string> },
): boolean {
  const readiness = zone.readiness[mode];
  if (readiness === undefined || !readiness.blockers.every((key) => out.has(key))) return false;
  // The gateway leaves those of the warnings out by itself.
  const isOut = (id: string) => out.has(id) || readiness.warnings.includes(id);
  return sensors.some(({ id, config }) => config.modes?.includes(mode) && !isOut(id));
}
