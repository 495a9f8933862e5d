import { describe, expect, it } from 'vitest';
import { createRandom } from '../environment/random.js';
import { inventedHouse } from '../house/invented.js';
import type { WireValue } from '../house/types.js';
import { createManualTime } from '../testing/manual-time.js';
import { createSimulatedHouse } from './house.js';
import { startLife } from './life.js';

function world() {
  const time = createManualTime();
  const state = createSimulatedHouse({ house: inventedHouse(), clock: time.clock, timers: time.timers });
  const events: string[] = [];
  state.on((event) => {
    if (event.type === 'value') events.push(`${event.channelAddress}.${event.parameter}=${event.value}`);
    else events.push(event.type);
  });
  const value = (address: string, parameter: string) => state.store.value(address, parameter)?.value;
  return { time, state, events, value };
}

describe('the simulated devices', () => {
  const reactions: readonly (readonly [
    what: string,
    address: string,
    written: Record<string, WireValue>,
    shown: Record<string, WireValue>,
  ])[] = [
    [
      'a dimmer shows its level in all its channels',
      '00F1C0DE000007:4',
      { LEVEL: 0.7 },
      { '00F1C0DE000007:3.LEVEL': 0.7, '00F1C0DE000007:6.LEVEL': 0.7 },
    ],
    [
      'a combined parameter sets several at once',
      '00F1C0DE00000A:4',
      { COMBINED_PARAMETER: 'L2=25,L=50' },
      { '00F1C0DE00000A:4.LEVEL': 0.5, '00F1C0DE00000A:3.LEVEL_2': 0.25 },
    ],
    [
      'two hex bytes set level and slats',
      'SIM0000004:1',
      { LEVEL_COMBINED: '0xa0,0x28' },
      { 'SIM0000004:1.LEVEL': 0.8, 'SIM0000004:1.LEVEL_SLATS': 0.2 },
    ],
    [
      'a level above one leaves the blind where it is',
      '00F1C0DE00000A:4',
      { LEVEL: 1.01, LEVEL_2: 0 },
      { '00F1C0DE00000A:4.LEVEL': 1, '00F1C0DE00000A:4.LEVEL_2': 0 },
    ],
    [
      'slats of HmIP do nothing without a level',
      '00F1C0DE00000A:4',
      { LEVEL_2: 0.3 },
      { '00F1C0DE00000A:4.LEVEL': 1, '00F1C0DE00000A:4.LEVEL_2': 0.5 },
    ],
    [
      'slats of HmIP turn with a level that comes without them',
      '00F1C0DE00000A:4',
      { LEVEL: 0.5 },
      { '00F1C0DE00000A:4.LEVEL': 0.5, '00F1C0DE00000A:4.LEVEL_2': 0 },
    ],
    [
      'slats of BidCos turn by themselves',
      'SIM0000004:1',
      { LEVEL_SLATS: 0.3 },
      { 'SIM0000004:1.LEVEL': 0, 'SIM0000004:1.LEVEL_SLATS': 0.3 },
    ],
    [
      'the control mode shows as set point mode',
      '00F1C0DE000001:1',
      { CONTROL_MODE: 1, SET_POINT_TEMPERATURE: 19 },
      { '00F1C0DE000001:1.SET_POINT_MODE': 1, '00F1C0DE000001:1.SET_POINT_TEMPERATURE': 19 },
    ],
    [
      'an absence of no length leads back to the week',
      '00F1C0DE000001:1',
      { CONTROL_MODE: 2, PARTY_TIME_START: '2000_01_01 00:00', PARTY_TIME_END: '2000_01_01 00:00' },
      { '00F1C0DE000001:1.SET_POINT_MODE': 0 },
    ],
    [
      'manual mode of a BidCos thermostat carries the temperature',
      'SIM0000011:4',
      { MANU_MODE: 23 },
      { 'SIM0000011:4.CONTROL_MODE': 1, 'SIM0000011:4.SET_TEMPERATURE': 23 },
    ],
    [
      'a lock reports what it was told',
      '00F1C0DE000014:1',
      { LOCK_TARGET_LEVEL: 1 },
      { '00F1C0DE000014:1.LOCK_STATE': 2 },
    ],
    ['a garage door opens', '00F1C0DE000016:1', { DOOR_COMMAND: 1 }, { '00F1C0DE000016:1.DOOR_STATE': 1 }],
    [
      'a siren sounds',
      '00F1C0DE000015:3',
      { ACOUSTIC_ALARM_SELECTION: 1, OPTICAL_ALARM_SELECTION: 0, DURATION_UNIT: 0, DURATION_VALUE: 5 },
      { '00F1C0DE000015:3.ACOUSTIC_ALARM_ACTIVE': true, '00F1C0DE000015:3.OPTICAL_ALARM_ACTIVE': false },
    ],
    [
      'locking channels of a week profile shows in the mask',
      '00F1C0DE000005:9',
      { COMBINED_PARAMETER: 'WPTCLS=5,WPTCL=0' },
      { '00F1C0DE000005:9.WEEK_PROGRAM_CHANNEL_LOCKS': 5 },
    ],
  ];
  for (const [what, address, written, shown] of reactions) {
    it(what, () => {
      const { state, value } = world();
      state.write(address, written);
      const seen = Object.fromEntries(
        Object.keys(shown).map((point) => {
          const [channel = '', parameter = ''] = point.split('.');
          return [point, value(channel, parameter)];
        }),
      );
      expect(seen).toEqual(shown);
    });
  }

  it('switch off again after their on time', () => {
    const { state, time, value } = world();
    state.write('SIM0000001:1', { STATE: true, ON_TIME: 30 });
    time.advance(29_000);
    expect(value('SIM0000001:1', 'STATE')).toBe(true);
    time.advance(2_000);
    expect(value('SIM0000001:1', 'STATE')).toBe(false);
  });

  it.each([
    ['with a duration in seconds after it', { DURATION_VALUE: 30, DURATION_UNIT: 0 }, 30, 0],
    ['with a ramp and no duration to speak of at once', { DURATION_VALUE: 0, RAMP_TIME_VALUE: 1 }, 0, 0],
    ['never with a duration that is not used', { DURATION_VALUE: 111_600, DURATION_UNIT: 2 }, 1_000_000, 0.7],
    ['after so many seconds when the hours are forgotten', { DURATION_VALUE: 111_600 }, 111_600, 0],
  ])('go off %s', (_, times, seconds, level) => {
    const { state, time, value } = world();
    state.write('00F1C0DE00000C:1', { ...times, LEVEL: 0.7 });
    time.advance(seconds * 1000);
    expect(value('00F1C0DE00000C:1', 'LEVEL')).toBe(level);
  });

  it('press a key every time, without a state to keep', () => {
    const { state, events, value } = world();
    state.write('HmIP-RCV-1:3', { PRESS_SHORT: true });
    state.write('HmIP-RCV-1:3', { PRESS_SHORT: true });
    expect(events).toEqual(['HmIP-RCV-1:3.PRESS_SHORT=true', 'HmIP-RCV-1:3.PRESS_SHORT=true']);
    expect(value('HmIP-RCV-1:3', 'PRESS_SHORT')).toBeUndefined();
  });

  it('leave service messages from the start, and take them back', () => {
    const { state } = world();
    const names = () => state.messages.all().map(({ channelAddress, parameter }) => `${channelAddress}.${parameter}`);
    expect(names()).toEqual(['00F1C0DE000003:0.LOW_BAT', 'SIM0000006:0.STICKY_UNREACH']);
    state.speak({ channelAddress: '00F1C0DE000003:0', parameter: 'LOW_BAT', value: false });
    expect(names()).toEqual(['SIM0000006:0.STICKY_UNREACH']);
  });

  it('run programs under any conditions', () => {
    const { state, value } = world();
    const morning = state.hub.programs().find(({ condition }) => condition !== undefined)?.id as number;
    state.write('00F1C0DE000008:4', { LEVEL: 0 });
    state.hub.setVariable('Anwesenheit', false);
    expect(state.hub.execute(morning)).toBe(true);
    expect(value('00F1C0DE000008:4', 'LEVEL')).toBe(1);
    expect(state.hub.execute(4_711_000)).toBe(false);
  });

  it('disappear with their links and messages', () => {
    const { state, events } = world();
    state.removeDevice('00F1C0DE000012');
    expect(state.links.all('HmIP-RF').map(({ sender }) => sender)).toEqual(['00F1C0DE00000D:1']);
    expect(events).toEqual(['device_removed']);
    expect(state.store.values('00F1C0DE000012:1').size).toBe(0);
  });
});

describe('daily life', () => {
  function day(seed: number) {
    const { state, time, events } = world();
    const stop = startLife({ state, timers: time.timers, random: createRandom(seed), eventsPerSecond: 1 });
    time.advance(600_000);
    stop();
    const made = events.length;
    time.advance(60_000);
    expect(events).toHaveLength(made);
    return events;
  }

  it('makes about one event a second, of every kind, and stops on request', () => {
    const events = day(7);
    expect(events.length).toBeGreaterThan(450);
    expect(events.length).toBeLessThan(800);
    for (const kind of ['TEMPERATURE', 'PRESS_SHORT', 'STATE='])
      expect(
        events.some((event) => event.includes(kind)),
        kind,
      ).toBe(true);
  });

  it('is the same for the same seed and another for another', () => {
    expect(day(7)).toEqual(day(7));
    expect(day(8)).not.toEqual(day(7));
  });
});
