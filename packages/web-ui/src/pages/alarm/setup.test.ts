import type { AlarmOutputCandidate, AlarmSensorCandidate } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { isMirror, isSiren, keyOf, mirrorOf, outputOf, sensorOf, zoneOf } from './setup.js';

const place = { central: 'home', device_address: 'ABC', model: 'M', channel_no: 1, rooms: [] };
const door: AlarmSensorCandidate = {
  ...place,
  channel_address: '00F1C0DE00000E:1',
  channel_name: 'Front door',
  interface_id: 'HmIP-RF',
  parameter: 'STATE',
  type: 'window',
  active_values: [],
};

it('makes ids that the gateway accepts', () => {
  expect(keyOf(door)).toBe('00f1c0de00000e-1-state');
  expect(keyOf({ channel_address: 'INT0000001:1', parameter: 'SMOKE_DETECTOR_ALARM_STATUS' })).toMatch(
    /^[a-z0-9][a-z0-9_-]{0,39}$/,
  );
});

it('makes an entrance of a contact, and watches with motion only in the mode for leaving', () => {
  expect(sensorOf(door, 'entry', false)).toMatchObject({
    type: 'door',
    name: 'Front door',
    config: { reaction: 'entry' },
  });
  const motion = sensorOf({ ...door, type: 'motion', parameter: 'MOTION' }, 'follower', true);
  expect(motion.config).toMatchObject({ modes: ['full'], reaction: 'follower', always: false });
});

it('lets doors and windows chime on request, and no motion or smoke', () => {
  const chimes = (type: AlarmSensorCandidate['type'], withChime: boolean) =>
    sensorOf({ ...door, type }, 'instant', withChime).config.chime;
  expect([chimes('window', true), chimes('door', true), chimes('window', false)]).toEqual([true, true, false]);
  expect([chimes('motion', true), chimes('hazard', true)]).toEqual([false, false]);
});

it('lets a hazard trigger in every state, for fire alone', () => {
  const smoke = sensorOf({ ...door, type: 'hazard', active_values: [1, 3] }, 'instant', true);
  expect(smoke.config).toMatchObject({ modes: [], always: true, active_values: [1, 3] });
});

it('takes the first class of an output, and shows sirens before lights', () => {
  const siren: AlarmOutputCandidate = {
    ...place,
    channel_address: 'S:3',
    classes: ['acoustic_siren', 'optical_siren'],
    kind: 'siren',
  };
  expect(outputOf(siren)).toMatchObject({ id: 's-3-out', class: 'acoustic_siren', channel_address: 'S:3' });
  expect([isSiren(siren), isSiren({ ...siren, classes: ['alarm_light'] })]).toEqual([true, false]);
});

it('gives both everyday modes the entry delay, and an exit delay to the one for leaving', () => {
  const { modes } = zoneOf('home', 'Home', { exit: 45, entry: 30, schedules: [] }).config;
  expect(modes).toEqual({
    full: { exit_delay_ms: 45_000, entry_delay_ms: 30_000 },
    perimeter: { exit_delay_ms: 0, entry_delay_ms: 30_000 },
  });
});

it('shows the state in a variable that can hold it, and asks for a meaning of true where it needs one', () => {
  const variable = { name: 'Alarm', central: 'home', value_type: 'LOGIC' } as const;
  expect(mirrorOf(variable, 'zone-1', 'armed')).toMatchObject({
    ...{ id: 'zone-1-mirror', class: 'sysvar_mirror', central: 'home', channel_address: 'Alarm' },
    config: { true_while: 'armed' },
  });
  const list = { ...variable, value_type: 'LIST', value_list: ['off', 'on'] } as const;
  expect(mirrorOf({ ...list, value_type: 'STRING' }, 'zone-1', 'armed').config).not.toHaveProperty('true_while');
  const long = { ...list, value_list: ['a', 'b', 'c', 'd', 'e'] };
  expect([variable, list, long, { ...variable, is_internal: true }].map(isMirror)).toEqual([true, false, true, false]);
});
