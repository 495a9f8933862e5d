import { describe, expect, it } from 'vitest';
import { alarmWorld, anna, output, zone } from './world.js';

function triggered(...outputs: Parameters<typeof output>[]) {
  const zones = [zone({ outputs: outputs.map((each) => output(...each)) })];
  const world = alarmWorld({ zones }).ready();
  world.arm('perimeter');
  world.sensor('window');
  return world;
}

describe('an output', () => {
  it('is written again with the rest of its time until the device confirms', () => {
    const world = triggered(['siren']);
    world.pass(7_000);
    world.send({ kind: 'output', output: 'siren', isOn: true });
    world.pass(60_000);
    expect(world.writes()).toEqual(['on 180', 'on 178', 'on 173']);
  });

  it('is stopped again and again until the device confirms, and becomes a fault meanwhile', () => {
    const world = triggered(['siren']);
    world.disarm();
    world.pass(120_000);
    expect(world.writes().filter((write) => write === 'off').length).toBeGreaterThan(5);
    expect(world.zone()).toMatchObject({ state: 'disarmed', unconfirmed: ['siren'] });
    expect(world.events()).toContain('output_unconfirmed');
    world.send({ kind: 'output', output: 'siren', isOn: false });
    const count = world.writes().length;
    world.pass(600_000);
    expect([world.writes().length, world.zone().unconfirmed, world.events().at(-1)]).toEqual([
      count,
      [],
      'output_confirmed',
    ]);
  });

  it('with a device that is gone is a fault of its zone until it is back, and is written all the same', () => {
    const world = triggered(['siren']);
    for (const isMissing of [true, true]) world.send({ kind: 'output_missing', output: 'siren', isMissing });
    world.send({ kind: 'output_missing', output: 'unknown', isMissing: true });
    expect(world.zone().missingOutputs).toEqual(['siren']);
    world.pass(7_000);
    expect(world.writes()).toEqual(['on 180', 'on 178', 'on 173']);
    world.send({ kind: 'output_missing', output: 'siren', isMissing: false });
    expect(world.zone().missingOutputs).toEqual([]);
    expect(world.events().filter((event) => /^output_(missing|found)$/.test(event))).toEqual([
      'output_missing',
      'output_found',
    ]);
  });

  it('that a person switches off during the alarm is written again', () => {
    const world = triggered(['siren']);
    world.send({ kind: 'output', output: 'siren', isOn: true });
    world.send({ kind: 'output', output: 'siren', isOn: false });
    world.pass(2_000);
    expect(world.writes()).toEqual(['on 180', 'on 178']);
  });

  it('is on for its own time at most, and a light outlasts a silence', () => {
    const world = triggered(['siren', { durationMs: 30_000 }], ['lamp', { class: 'alarm_light', durationMs: 200_000 }]);
    world.send({ kind: 'silence', zone: 'ground', by: anna });
    expect([world.writes(), world.writes('lamp')]).toEqual([['on 30', 'off'], ['on 200']]);
  });

  it('counts in its modes, and for a hazard in all', () => {
    const world = triggered(['siren', { modes: ['full'] }]);
    expect(world.writes()).toEqual([]);
    world.sensor('smoke');
    expect(world.writes()).toEqual(['on 180']);
  });

  it('chirps during the delays where that is chosen', () => {
    const zones = [zone({ outputs: [output('beep', { class: 'chirp', stages: ['exit', 'entry'] })] })];
    const world = alarmWorld({ zones }).ready();
    world.arm();
    world.pass(30_000);
    world.send({ kind: 'output', output: 'beep', isOn: false });
    world.sensor('door');
    expect(world.writes('beep').filter((each) => each === 'off' || each === 'on 30' || each === 'on 20')).toEqual([
      'on 30',
      'off',
      'on 20',
    ]);
  });

  it('is tested for five seconds, silently on request, and never over an alarm', () => {
    const zones = [zone({ outputs: [output('siren'), output('smoke-head', { class: 'smoke_sounder' })] })];
    const world = alarmWorld({ zones }).ready();
    const test = (id: string) => world.send({ kind: 'test_output', output: id, opticalOnly: true, by: anna });
    expect(test('siren')).toBeUndefined();
    world.send({ kind: 'output', output: 'siren', isOn: true });
    world.pass(5_000);
    expect(world.writes()).toEqual(['on 5 optical', 'off']);
    expect(test('smoke-head')).toEqual({ code: 'conflict', reason: 'not_testable' });
    expect(test('horn')).toEqual({ code: 'not_found', field: 'output' });
    world.sensor('smoke');
    expect(test('siren')).toEqual({ code: 'conflict', reason: 'output_on' });
  });

  it('under test sounds when an alarm begins', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'test_output', output: 'siren', opticalOnly: true, by: anna });
    world.sensor('smoke');
    expect(world.writes()).toEqual(['on 5 optical', 'on 180']);
  });

  it('of the class notification is called once, and in a test', () => {
    const world = triggered(['phone', { class: 'notification' }]);
    expect(world.effects.filter(({ kind }) => kind === 'notify')).toEqual([
      { kind: 'notify', zone: 'ground', reason: 'alarm', output: 'phone', incident: 1 },
    ]);
    world.send({ kind: 'test_output', output: 'phone', opticalOnly: false, by: anna });
    expect(world.effects.at(-1)).toEqual({ kind: 'notify', zone: 'ground', reason: 'test', output: 'phone' });
  });
});
