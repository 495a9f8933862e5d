import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { expect, it } from 'vitest';
import { positionsIn } from '../compose/bridges/bridge-parts.js';
import { createSharedStates } from './shared-states.js';

const log = { warn: () => {} };
const mayWrite = () => true;

/** A store that a test can take away, as one gateway sees it and the next one. */
function createWorld() {
  const facts = new Map<string, unknown>();
  const state = { isAway: false, writes: 0 };
  const { environment, advance } = createDrivenTime();
  const ask = <T>(answer: () => T) => (state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(answer()));
  const place = {
    get: (key: string) => ask(() => facts.get(key)),
    put: (key: string, value: unknown) =>
      ask(() => {
        state.writes += 1;
        facts.set(key, JSON.parse(JSON.stringify(value)));
      }),
  };
  const gateway = () => {
    const states = createSharedStates(place, environment, log);
    return { states, positions: positionsIn(states, 'webhook.position', log) };
  };
  return { state, advance, gateway };
}

const at = (seq: number) => ({ epoch: 'e', seq });

it('goes on where another gateway was, and writes once for many deliveries', async () => {
  const { state, advance, gateway } = createWorld();
  const [one, other] = [gateway(), gateway()];
  await one.states.takeOver(mayWrite);
  for (let seq = 1; seq <= 500; seq += 1) await one.positions.save('house', at(seq));
  await advance(1_000);
  expect(state.writes).toBe(1);
  await one.positions.save('house', at(501));
  await one.states.flush();
  await other.states.takeOver(mayWrite);
  expect(await other.positions.load('house')).toEqual(at(501));
});

it('is written by the gateway on duty only, and forgets only what that one has not configured', async () => {
  const { state, advance, gateway } = createWorld();
  const [one, other] = [gateway(), gateway()];
  let isHolder = true;
  await one.states.takeOver(() => isHolder);
  for (const name of ['house', 'gone']) await one.positions.save(name, at(1));
  await other.positions.keepOnly([]);
  await one.states.flush();
  await one.positions.save('house', at(2));
  isHolder = false;
  await one.states.flush();
  one.states.handOver();
  await one.positions.save('house', at(3));
  await one.states.flush();
  await advance(60_000);
  expect(state.writes).toBe(1);
  await other.states.takeOver(mayWrite);
  await other.positions.keepOnly(['house']);
  expect([await other.positions.load('house'), await other.positions.load('gone')]).toEqual([at(1), undefined]);
});

it('holds up nothing while the place is away, and is written when it is there again', async () => {
  const { state, advance, gateway } = createWorld();
  const [one, other] = [gateway(), gateway()];
  await one.states.takeOver(mayWrite);
  state.isAway = true;
  await one.positions.save('house', at(7));
  await advance(20_000);
  expect(await one.positions.load('house')).toEqual(at(7));
  state.isAway = false;
  await advance(10_000);
  await other.states.takeOver(mayWrite);
  expect(await other.positions.load('house')).toEqual(at(7));
});

it('begins with what was seen last where a takeover finds the place away, and not where nothing was ever seen', async () => {
  const { state, gateway } = createWorld();
  const [one, other, third] = [gateway(), gateway(), gateway()];
  await one.states.takeOver(mayWrite);
  await one.positions.save('house', at(7));
  await one.states.flush();
  await other.states.look();
  state.isAway = true;
  await other.states.takeOver(mayWrite);
  expect(await other.positions.load('house')).toEqual(at(7));
  await expect(third.states.takeOver(mayWrite)).rejects.toThrow('away');
});
