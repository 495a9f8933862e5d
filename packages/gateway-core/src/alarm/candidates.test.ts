import { expect, it } from 'vitest';
import { keyCandidates, outputCandidates, sensorCandidates } from './candidates.js';

const event = { read: true, write: false, event: true };
const point = (parameter: string, operations = event, value_list?: readonly string[]) => ({
  parameter,
  operations,
  value_list,
});

/** An installation of one device with these channels. */
const houseOf = (channels: readonly { readonly type: string; readonly points: readonly object[] }[]) =>
  ({
    devices: () => [{ address: 'A', name: 'Device', model: 'M', central: 'home', interface: 'HmIP-RF' }],
    channels: () => ({
      ok: true,
      value: channels.map(({ type }, number) => ({ number, address: `A:${number}`, type, rooms: ['Hall'] })),
    }),
    dataPoints: ({ channel }: { channel: number }) => ({ ok: true, value: channels[channel]?.points ?? [] }),
    // Doubles of a few members of each shape.
  }) as unknown as Parameters<typeof sensorCandidates>[0];

it('finds contacts, motion, smoke and tamper contacts, and no state of a switch', () => {
  const house = houseOf([
    { type: 'MAINTENANCE', points: [point('SABOTAGE'), point('UNREACH')] },
    { type: 'SHUTTER_CONTACT', points: [point('STATE')] },
    { type: 'SWITCH', points: [point('STATE')] },
    {
      type: 'MOTIONDETECTOR_TRANSCEIVER',
      points: [point('MOTION'), point('RESET_MOTION', { ...event, event: false })],
    },
    { type: 'SMOKE_DETECTOR', points: [point('SMOKE_DETECTOR_ALARM_STATUS')] },
    { type: 'SMOKE_DETECTOR', points: [point('STATE')] },
    { type: 'SHUTTER_CONTACT', points: [point('ERROR', event, ['NO_ERROR', 'SABOTAGE'])] },
    { type: 'CLIMATECONTROL_VENT_DRIVE', points: [point('ERROR', event, ['NO_ERROR', 'VALVE_TIGHT'])] },
  ]);
  expect(
    sensorCandidates(house).map(({ channel_address: at, parameter, type, active_values }) => [
      at,
      parameter,
      type,
      active_values,
    ]),
  ).toEqual([
    ['A:0', 'SABOTAGE', 'tamper', []],
    ['A:1', 'STATE', 'window', []],
    ['A:3', 'MOTION', 'motion', []],
    // 2 is the intrusion that an alarm itself causes.
    ['A:4', 'SMOKE_DETECTOR_ALARM_STATUS', 'hazard', [1, 3]],
    ['A:5', 'STATE', 'hazard', []],
    ['A:6', 'ERROR', 'tamper', [1]],
  ]);
});

it('finds keys of remote controls and keypads, and none of the CCU itself', () => {
  const channels = [
    { type: 'MAINTENANCE', points: [point('CODE_ID'), point('CODE_STATE')] },
    { type: 'KEY', points: [point('PRESS_LONG'), point('PRESS_SHORT'), point('PRESS_CONT')] },
    { type: 'KEY', points: [point('PRESS_SHORT', { ...event, event: false })] },
  ];
  const house = houseOf(channels);
  expect(keyCandidates(house).map(({ channel_address: at, parameters }) => [at, ...parameters])).toEqual([
    ['A:0', 'CODE_ID'],
    ['A:1', 'PRESS_SHORT', 'PRESS_LONG'],
  ]);
  const virtual = [{ address: 'BidCoS-RF', model: 'HM-RCV-50', central: 'home', interface: 'BidCos-RF' }];
  expect(keyCandidates({ ...house, devices: () => virtual } as unknown as typeof house)).toEqual([]);
});

it('finds sirens for sound and light, and switches that end by themselves as sirens', () => {
  const house = houseOf([{ type: 'X', points: [] }]);
  const of = (kind: string, category: string, capabilities: object) =>
    outputCandidates(house, {
      customDataPoints: () => ({
        ok: true,
        value: [{ channel_no: 0, kind, category, capabilities, supported_operations: ['turn_on', 'turn_off'] }],
      }),
      // A double of the one method that is called.
    } as unknown as Parameters<typeof outputCandidates>[1]).flatMap(({ classes }) => classes);
  expect(of('siren', 'siren', { lights: true })).toEqual(['acoustic_siren', 'optical_siren']);
  expect(of('siren_smoke', 'siren', {})).toEqual(['smoke_sounder']);
  expect(of('switch', 'switch', { on_time: true })).toEqual(['switched_siren', 'alarm_light']);
  expect(of('switch', 'switch', { on_time: false })).toEqual(['alarm_light']);
  expect(of('dimmer', 'light', {})).toEqual(['alarm_light']);
  expect(of('cover', 'cover', {})).toEqual([]);
});
