import type { AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import { type AlarmSensor, blockingSensors, isMotionBlocking, isReadyWithout } from './bypass.js';

const sensor = (id: string, bypass: AlarmSensor['config']['bypass'] = 'allowed'): AlarmSensor =>
  ({ id, name: `The ${id}`, config: { modes: ['full', 'night'], bypass } }) as unknown as AlarmSensor;

const readiness = (...reasons: readonly (readonly [key: string, reason: string])[]) => ({
  ready: reasons.length === 0,
  blockers: [...new Set(reasons.map(([key]) => key))],
  reasons: Object.fromEntries(reasons.map(([key, reason]) => [key, [reason]])),
  warnings: [],
  forceable: true,
});

const zone = (modes: AlarmZoneStatus['readiness']): AlarmZoneStatus => ({ readiness: modes }) as AlarmZoneStatus;
const sensors = [sensor('window'), sensor('door'), sensor('smoke', 'never')];

describe('sensors to leave out', () => {
  it('are those that block a mode, each once, with the ones that are never left out', () => {
    const blocked = zone({
      full: readiness(['window', 'open'], ['smoke', 'unreachable'], ['central:home', 'central_lost']),
      night: readiness(['window', 'low_battery']),
    });
    expect(blockingSensors(blocked, sensors)).toEqual([
      { id: 'window', name: 'The window', reasons: ['open', 'low_battery'], isKept: false },
      { id: 'smoke', name: 'The smoke', reasons: ['unreachable'], isKept: true },
    ]);
  });

  it('make a mode ready where nothing else blocks it', () => {
    const blocked = zone({
      full: readiness(['window', 'open'], ['door', 'open']),
      night: readiness(['window', 'open'], ['central:home', 'central_lost']),
    });
    const out = new Set(['window', 'door']);
    expect(isReadyWithout(blocked, 'full', { sensors, out })).toBe(true);
    expect(isReadyWithout(blocked, 'full', { sensors, out: new Set(['window']) })).toBe(false);
    expect(isReadyWithout(blocked, 'night', { sensors, out })).toBe(false);
  });

  it('leave a mode blocked where no other sensor would watch', () => {
    const alone = zone({ full: { ...readiness(['window', 'open']), warnings: ['door'] } });
    const both = [sensor('window'), sensor('door')];
    expect(isReadyWithout(alone, 'full', { sensors: both, out: new Set(['window']) })).toBe(false);
    const blocked = zone({ full: readiness(['window', 'open']) });
    expect(isReadyWithout(blocked, 'full', { sensors: [sensor('window')], out: new Set(['window']) })).toBe(false);
  });
});

it('offers to end a motion where a motion sensor blocks by it', () => {
  const hall = { ...sensor('hall'), type: 'motion' } as AlarmSensor;
  const blockedBy = (id: string, reason: string) => zone({ full: readiness([id, reason]) });
  expect(isMotionBlocking(blockedBy('hall', 'open'), [...sensors, hall])).toBe(true);
  expect(isMotionBlocking(blockedBy('hall', 'unreachable'), [...sensors, hall])).toBe(false);
  expect(isMotionBlocking(blockedBy('window', 'open'), [...sensors, hall])).toBe(false);
});
