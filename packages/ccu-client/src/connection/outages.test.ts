import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '../model/model.js';
import { type Outage, startOutageWorld } from './testing/outage-world.js';

/** `CCU_GATEWAY_SOAK_SEEDS=500` runs more, `CCU_GATEWAY_SOAK_SEED=7` that one alone. */
const SEEDS =
  process.env.CCU_GATEWAY_SOAK_SEED === undefined
    ? Array.from({ length: Number(process.env.CCU_GATEWAY_SOAK_SEEDS ?? 25) }, (_, i) => i + 1)
    : [Number(process.env.CCU_GATEWAY_SOAK_SEED)];

const STATES: readonly ConnectionState[] = [
  'registering',
  'loading',
  'connected',
  'suspect',
  'reregistering',
  'probing',
];
const SHORTEST_MS = 100;
const LONGEST_MS = 300_000;

/** Numbers in [0, 1), the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

type World = ReturnType<typeof startOutageWorld>;
type Random = () => number;

const pick = <T>(random: Random, members: readonly T[]): T => members[Math.floor(random() * members.length)]!;

const someOutage = (random: Random): Outage => ({
  direction: pick(random, ['there', 'back', 'back', 'both']),
  way: pick(random, ['refuse', 'swallow']),
});

/** As many short ones as long ones. */
const someLength = (random: Random): number => SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** random();

/** An installation in which values change and keys are pressed, each key no sooner than after forty seconds. */
function live(world: World, random: Random): { readonly presses: readonly Press[]; readonly stop: () => void } {
  const presses: Press[] = [];
  const pressedAt = new Map<string, number>();
  const everyMs = 50 * 200 ** random();
  let isOver = false;

  function happen(): void {
    if (isOver) return;
    const channel = pick(random, world.channels);
    const at = world.time.now();
    if (random() < 0.1 && at - (pressedAt.get(channel) ?? 0) > 40_000) {
      pressedAt.set(channel, at);
      presses.push({ channel, at });
      world.press(channel);
    } else if (random() < 0.5) world.tell(`${channel}.STATE`, random() < 0.5);
    else world.tell(`${channel}.LEVEL`, Math.round(random() * 100) / 100);
    world.time.timers.after(everyMs * (0.5 + random()), happen);
  }

  happen();
  return { presses, stop: () => (isOver = true) };
}

interface Press {
  readonly channel: string;
  readonly at: number;
}

/** Lets the link come to a state and breaks it there; false where it does not come to it. */
async function breakIn(world: World, state: ConnectionState, outage: Outage): Promise<void> {
  let isThere = false;
  const look = (event: World['events'][number]) => {
    if (event.type !== 'link_state' || event.status.state !== state) return;
    isThere = true;
    world.suffer(outage);
  };
  world.onEvent.add(look);
  if (state !== 'suspect') world.connection.reconnect();
  for (let s = 0; s < 60 && !isThere; s += 1) await world.pass(1_000);
  world.onEvent.delete(look);
  world.suffer(outage);
}

/** Presses that neither arrived nor were reported as possibly lost. */
function untold({ events }: World, presses: readonly Press[]): readonly string[] {
  const unproved = events.flatMap((event) => (event.type === 'events_unproved' ? [event] : []));
  const heard = events.flatMap((event) => (event.type === 'value' && event.parameter === 'PRESS_SHORT' ? [event] : []));
  return presses.flatMap(({ channel, at }) => {
    const arrived = heard.some((event) => event.channelAddress === channel && event.at >= at && event.at < at + 30_000);
    const told = unproved.some((event) => event.since <= at && event.at >= at);
    return arrived || told ? [] : [`${channel} at ${at}`];
  });
}

describe('after outages of any direction and length, in any state', () => {
  it.each(SEEDS)('every changed value arrives, and no key press is lost without a report (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const world = startOutageWorld(random);
    world.connection.start();
    await world.pass(30_000);
    expect(world.connection.status().state).toBe('connected');
    const life = live(world, random);
    for (let outages = 1 + Math.floor(random() * 3); outages > 0; outages -= 1) {
      if (random() < 0.4) await breakIn(world, pick(random, STATES), someOutage(random));
      else {
        await world.pass(random() * 60_000);
        world.suffer(someOutage(random));
      }
      await world.pass(someLength(random));
      world.suffer(undefined);
    }
    life.stop();
    await world.pass(240_000);
    expect(world.connection.status()).toMatchObject({ state: 'connected' });
    expect(world.differences()).toEqual([]);
    expect(untold(world, life.presses)).toEqual([]);
    await world.close();
  });
});
