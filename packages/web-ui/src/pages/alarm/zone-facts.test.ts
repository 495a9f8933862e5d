import type { AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { blockersOf, modesOf, toneOf } from './zone-facts.js';

const readiness = { ready: false, blockers: ['door', 'central:home'], warnings: [], forceable: true };
const reasons = { door: ['open', 'low_battery', 'of_the_future'], 'central:home': ['central_lost'] };
const zone = (change: Partial<AlarmZoneStatus>): AlarmZoneStatus => ({
  id: 'ground',
  name: 'Ground floor',
  state: 'disarmed',
  mode: 'disarmed',
  bypassed: [],
  open: [],
  readiness: {},
  walktest_active: false,
  degraded: false,
  lost_centrals: [],
  unconfirmed_outputs: [],
  missing_outputs: [],
  code_arm_required: false,
  code_disarm_required: false,
  ...change,
});

it('names blockers by their sensors and CCUs, with the reasons that have a text', () => {
  expect(blockersOf({ ...readiness, reasons }, new Map([['door', 'Front door']]))).toEqual([
    { name: 'Front door', reasons: ['open', 'low_battery'] },
    { name: 'home', reasons: ['central_lost'] },
  ]);
  expect(blockersOf(undefined, new Map())).toEqual([]);
});

it('lists the modes of a zone in the order of their buttons', () => {
  const ready = { ...readiness, reasons: {} };
  expect(modesOf(zone({ readiness: { night: ready, full: ready } }))).toEqual(['full', 'night']);
});

it('shows an alarm before a lost connection, and that before an armed zone', () => {
  expect(toneOf(zone({ state: 'triggered', degraded: true }))).toBe('bad');
  expect(toneOf(zone({ state: 'armed', degraded: true }))).toBe('warn');
  expect(toneOf(zone({ state: 'armed' }))).toBe('good');
  expect(toneOf(zone({}))).toBe('neutral');
});
