import type { Point } from './points.js';

/** A mode of a thermostat: the write that sets it, and whether it is in force. */
export interface ClimateMode {
  readonly name: 'auto' | 'manual' | 'boost';
  readonly point: Point;
  readonly value: unknown;
  readonly isActive: boolean;
}

/** Parameters that the modes read and write, in the channel of a set point. */
export const MODE_PARAMETERS = [
  'SET_POINT_MODE',
  'CONTROL_MODE',
  'BOOST_MODE',
  'AUTO_MODE',
  'MANU_MODE',
  'SET_TEMPERATURE',
] as const;
export type ModeParameter = (typeof MODE_PARAMETERS)[number];

/** Modes of a thermostat by its parameters, in either radio protocol; none for another device. */
export function climateModesOf(points: Readonly<Partial<Record<ModeParameter, Point>>>): readonly ClimateMode[] {
  const { SET_POINT_MODE: current, CONTROL_MODE: control, BOOST_MODE: boost, AUTO_MODE: auto } = points;
  if (control?.summary.operations.write && current !== undefined) {
    const boosts = boost?.summary.value === true;
    const mode = current.summary.value;
    return [
      { name: 'auto', point: control, value: 0, isActive: mode === 0 && !boosts },
      { name: 'manual', point: control, value: 1, isActive: mode === 1 && !boosts },
      ...(boost === undefined ? [] : [{ name: 'boost', point: boost, value: !boosts, isActive: boosts } as const]),
    ];
  }
  const { MANU_MODE: manual, SET_TEMPERATURE: wanted } = points;
  if (auto === undefined || manual === undefined || boost === undefined) return [];
  const { value, value_list: list = [] } = control?.summary ?? {};
  const entry = typeof value === 'number' ? list[value] : undefined;
  // The manual mode is set with its temperature.
  const kept = wanted?.summary.value;
  return [
    { name: 'auto', point: auto, value: true, isActive: entry === 'AUTO-MODE' },
    ...(typeof kept === 'number'
      ? [{ name: 'manual', point: manual, value: kept, isActive: entry === 'MANU-MODE' } as const]
      : []),
    { name: 'boost', point: boost, value: true, isActive: entry === 'BOOST-MODE' },
  ];
}
