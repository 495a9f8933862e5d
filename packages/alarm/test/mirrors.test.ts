import { expect, it } from 'vitest';
import { alarmWorld, output, zone } from './world.js';

function mirrored(change: Parameters<typeof output>[1] = {}) {
  const zones = [zone({ outputs: [output('shown', { class: 'sysvar_mirror', channelAddress: 'Alarm', ...change })] })];
  const world = alarmWorld({ zones });
  const shown = () =>
    world.effects.flatMap((effect) => (effect.kind === 'mirror' ? [[effect.state, effect.isOn]] : []));
  return {
    ...world,
    ready: world.ready,
    shown,
    right: () => world.send({ kind: 'mirrored', output: 'shown', isRight: true }),
  };
}

it('shows each state of its zone once, and repeats one that is not confirmed', () => {
  const world = mirrored();
  world.ready();
  world.right();
  world.arm();
  world.right();
  world.pass(30_000);
  expect(world.shown().slice(0, 2)).toEqual([
    ['arming', false],
    ['armed', false],
  ]);
  world.right();
  world.pass(600_000);
  expect(world.shown()).toHaveLength(2);
  world.sensor('window');
  world.pass(17_000);
  expect(world.shown().slice(2)).toEqual(Array.from({ length: 4 }, () => ['triggered', true]));
  expect(world.zone().unconfirmed).toEqual(['shown']);
  world.right();
  expect([world.zone().unconfirmed, world.events().at(-1)]).toEqual([[], 'output_confirmed']);
});

it('is on from the end of the exit delay to the disarm, where that is chosen', () => {
  const world = mirrored({ trueWhile: 'armed' });
  world.ready();
  world.arm();
  world.pass(30_000);
  world.sensor('window');
  world.disarm();
  const states = world.shown().map(([state, isOn]) => `${state} ${isOn}`);
  expect([...new Set(states)]).toEqual(['arming false', 'armed true', 'triggered true', 'disarmed false']);
});

it('waits for its CCU, and shows the last state then', () => {
  const world = mirrored();
  world.ready();
  world.right();
  world.send({ kind: 'central', central: 'home', isConnected: false });
  world.sensor('smoke');
  world.pass(60_000);
  expect([world.shown(), world.zone().unconfirmed]).toEqual([[], []]);
  world.send({ kind: 'central', central: 'home', isConnected: true });
  expect(world.shown()).toHaveLength(1);
});

it('keeps no zone from being changed, and is shown again afterwards', () => {
  const world = mirrored();
  world.ready();
  expect(world.shown()).toEqual([]);
  world.configure({});
  expect(world.shown()).toEqual([['disarmed', false]]);
});
