import { describe, expect, it } from 'vitest';
import type { Device, Point } from '../store/points.js';
import { planOf } from './act-plan.js';

const points = new Map<string, Point>();
const peek = (key: string) => points.get(key);

interface Made {
  readonly name: string;
  readonly rooms?: readonly string[];
  readonly type: string;
  readonly parameter: string;
  readonly more: object;
  readonly available?: boolean;
  readonly locked?: true;
}

/** A device of one channel, with the members that are read here. */
function device({ name, rooms = [], type, parameter, more, available = true, locked }: Made): Device {
  const key = `home/${name}/1/${parameter}`;
  const summary = { parameter, usage: 'ce_primary', operations: { write: true }, ...more };
  points.set(key, { key, device: `home/${name}`, channel: 1, summary } as unknown as Point);
  return {
    key: `home/${name}`,
    summary: { name, address: name, central: 'home', rooms, available },
    channels: [{ summary: { number: 1, type, ...(locked && { locked }) }, points: [key] }],
  } as unknown as Device;
}

const thermostat = (name: string, value: number, more: Partial<Made> = {}) =>
  device({
    name,
    type: 'HEATING',
    parameter: 'SET_POINT_TEMPERATURE',
    more: { type: 'FLOAT', unit: '°C', value, min: 5, max: 30 },
    ...more,
  });
const blind = (name: string, value: number, more: Partial<Made> = {}) =>
  device({ name, type: 'BLIND', parameter: 'LEVEL', more: { type: 'FLOAT', value, min: 0, max: 1 }, ...more });
const lamp = (name: string, value: boolean, more: Partial<Made> = {}) =>
  device({ name, type: 'SWITCH', parameter: 'STATE', more: { type: 'BOOL', value }, ...more });

const all = [
  thermostat('Heizung Bad', 21, { rooms: ['Bad EG'] }),
  thermostat('Heizung Flur', 17, { rooms: ['Flur OG'] }),
  blind('Rollladen', 1),
  blind('Rollladen Tor', 1, { locked: true }),
  lamp('Lampe Küche', true, { rooms: ['Erdgeschoss'] }),
  lamp('Lampe Bad', true, { rooms: ['Bad EG'], available: false }),
  lamp('Steckdose', true),
];
const found = (plan: ReturnType<typeof planOf>) =>
  plan.writes.map(({ device: { summary }, value }) => [summary.name, value]);

describe('the plan of an act', () => {
  it('changes only devices of its kind that have another value', () => {
    const plan = planOf({ kind: 'heating', value: 17, where: [] }, all, peek);
    expect([found(plan), plan.already]).toEqual([[['Heizung Bad', 17]], 1]);
    expect(found(planOf({ kind: 'blinds', value: 0, where: [] }, all, peek))).toEqual([['Rollladen', 0]]);
  });

  it('finds rooms, and floors in both languages, and leaves out devices that are out of reach', () => {
    const plan = planOf({ kind: 'lights', value: 0, where: ['downstairs'] }, all, peek);
    expect([found(plan), plan.unreachable]).toEqual([[['Lampe Küche', false]], 1]);
    expect(found(planOf({ kind: 'heating', value: 19, where: ['flur'] }, all, peek))).toEqual([['Heizung Flur', 19]]);
    expect(found(planOf({ kind: 'lights', value: 0, where: ['keller'] }, all, peek))).toEqual([]);
  });

  it('never includes a lock, a valve or a gate', () => {
    const lock = lamp('Licht am Schloss', false, { type: 'KEYMATIC' });
    const asked = points.get(lock.channels[0]!.points[0]!)!;
    points.set(asked.key, { ...asked, summary: { ...asked.summary, confirm: { reason: 'unlock' } } } as Point);
    expect(found(planOf({ kind: 'lights', value: 1, where: [] }, [lock], peek))).toEqual([]);
  });
});
