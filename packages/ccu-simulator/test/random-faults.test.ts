import { createMemoryDescriptionCache } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { createRandom, pick } from '../src/environment/random.js';
import { truth } from '../src/testing/index.js';
import { type ClientWorld, FAST, startClientWorld } from './client-world.js';

/** `CCU_GATEWAY_SOAK_SEEDS=200` runs more, `CCU_GATEWAY_SOAK_SEED=7` that one alone. */
const SEEDS = seeds(process.env.CCU_GATEWAY_SOAK_SEED, process.env.CCU_GATEWAY_SOAK_SEEDS);
const STEPS = 8;
const INTERFACES = ['HmIP-RF', 'BidCos-RF', 'CUxD'] as const;

const descriptionCache = createMemoryDescriptionCache();

function seeds(only: string | undefined, count: string | undefined): readonly number[] {
  if (only !== undefined) return [Number(only)];
  return Array.from({ length: Number(count ?? 20) }, (_, i) => i + 1);
}

type Step = (world: ClientWorld, random: () => number) => unknown;

const STEPS_TO_CHOOSE: Readonly<Record<string, Step>> = {
  restart: ({ simulator }, random) => simulator.faults.restart({ downMs: Math.floor(random() * 40) }),
  'restart and boot': ({ simulator }) => simulator.faults.restart({ downMs: 5, bootSeconds: 0.05 }),
  boot: ({ simulator }) => simulator.faults.boot(0.05),
  'drop callbacks': ({ simulator }, random) => simulator.faults.dropCallbacks(random() < 0.5),
  'double events': ({ simulator }, random) => simulator.faults.duplicateEvents(random() < 0.5),
  slow: ({ simulator }, random) => simulator.faults.slow(random() < 0.5 ? 20 : 0),
  'half-open': ({ simulator }, random) => simulator.faults.halfOpen(random() < 0.5),
  garbage: ({ simulator }, random) => simulator.faults.garbage(random() < 0.5),
  'no sessions': ({ simulator }, random) => simulator.faults.exhaustSessions(random() < 0.5),
  'CUxD forgets': ({ simulator }) => simulator.faults.cuxdForget(),
  'clock jump': ({ simulator }, random) => simulator.faults.clockJump(Math.floor((random() - 0.5) * 7_200_000)),
  burst: ({ simulator }, random) => simulator.faults.burst(Math.floor(random() * 200)),
  reconnect: ({ ccu }, random) => ccu.reconnect(pick(random, INTERFACES)),
  wait: (_, random) => new Promise((resolve) => setTimeout(resolve, random() * 60)),
};

describe('after any sequence of faults', () => {
  it.each(SEEDS)('the client is connected and believes the truth (seed %i)', async (seed) => {
    const random = createRandom(seed);
    await using world = await startClientWorld({
      simulator: { seed },
      // Events that a short fault swallowed unnoticed are found by reading all values now and then.
      client: { descriptionCache, random, timings: { ...FAST, reconcileMs: 200 } },
      interfaces: INTERFACES,
    });
    const said = listen(world);
    const names = Object.keys(STEPS_TO_CHOOSE);
    for (let step = 0; step < STEPS; step += 1) await STEPS_TO_CHOOSE[pick(random, names)]!(world, random);
    world.simulator.faults.clear();
    await world.connected();
    await world.agrees();
    // A registration that was lost a moment ago shows only when nothing answers; the loop test finds out at once.
    for (const name of INTERFACES) while (!(await world.ccu.loopTest(name)).ok) await world.connected();
    // After that, the next report is received: as an event, or among all values if a late answer caused a new
    // registration.
    world.simulator.emit('CUX0200001:1', 'TEMPERATURE', 3.25);
    world.simulator.emit('00F1C0DE000011:1', 'ACTUAL_TEMPERATURE', 17.5);
    await world.agrees();
    expect(world.picture.values.get('CUX0200001:1.TEMPERATURE')).toBe(3.25);
    expect(world.picture.values.get('00F1C0DE000011:1.ACTUAL_TEMPERATURE')).toBe(17.5);
    expect(invented(world, said)).toEqual([]);
  });
});

/** Every report from now on, by data point, and the previous value (a new client receives some of it again). */
function listen({ simulator }: ClientWorld): ReadonlyMap<string, ReadonlySet<unknown>> {
  const said = new Map<string, Set<unknown>>();
  for (const { channelAddress, parameter, value } of truth(simulator))
    said.set(`${channelAddress}.${parameter}`, new Set([value]));
  simulator.on((event) => {
    if (event.type !== 'value') return;
    const point = `${event.channelAddress}.${event.parameter}`;
    said.set(point, (said.get(point) ?? new Set()).add(event.value));
  });
  return said;
}

/** Events of the client without a report of the simulator. */
function invented({ events }: ClientWorld, said: ReadonlyMap<string, ReadonlySet<unknown>>): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'value') return [];
    const point = `${event.channelAddress}.${event.parameter}`;
    return said.get(point)?.has(event.value) || point.startsWith('CENTRAL') ? [] : [`${point}=${event.value}`];
  });
}
