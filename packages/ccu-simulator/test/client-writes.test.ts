import { setTimeout } from 'node:timers';
import type { TypedValue, WriteRequest } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import type { Timers } from '../src/index.js';
import { plain } from '../src/wire/typed-value.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const DIMMER = 'SIM0000002:1';

/** Effects that devices have minutes later wait for the test; the rest takes its time. */
function timersByHand(): { readonly timers: Timers; readonly runOut: () => void } {
  let waiting: readonly (() => void)[] = [];
  return {
    timers: {
      after(delayMs, run) {
        if (delayMs >= 60_000) {
          waiting = [...waiting, run];
          return () => {
            waiting = waiting.filter((other) => other !== run);
          };
        }
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
    runOut() {
      const due = waiting;
      waiting = [];
      for (const run of due) run();
    },
  };
}

async function bidcosWorld(timers?: Timers): Promise<ClientWorld> {
  const world = await startClientWorld({
    interfaces: ['BidCos-RF'],
    simulator: timers === undefined ? {} : { timers },
  });
  await world.connected();
  return world;
}

const write = (world: ClientWorld, values: WriteRequest['values'], more: Partial<WriteRequest> = {}) =>
  world.ccu.write({ interfaceName: 'BidCos-RF', channelAddress: DIMMER, paramsetKey: 'VALUES', values, ...more });

const calls = (world: ClientWorld) =>
  world.simulator.received.calls
    .filter(({ method }) => method === 'setValue' || method === 'putParamset')
    .map(({ method, params }) => [method, ...params.slice(1).map((param) => plain(param))]);

const level = (world: ClientWorld) => world.simulator.house.value(DIMMER, 'LEVEL')?.value;

describe('values for one channel of BidCos', () => {
  it('go one by one with the level last, so that its times are those of this command', async () => {
    const { timers, runOut } = timersByHand();
    await using world = await bidcosWorld(timers);
    await write(world, { LEVEL: 0.4, ON_TIME: 90, RAMP_TIME: 2 });
    expect(calls(world)).toEqual([
      ['setValue', 'ON_TIME', 90],
      ['setValue', 'RAMP_TIME', 2],
      ['setValue', 'LEVEL', 0.4],
    ]);
    expect(level(world)).toBe(0.4);
    runOut();
    expect(level(world)).toBe(0);
    await write(world, { LEVEL: 0.6 });
    runOut();
    expect(level(world)).toBe(0.6);
  });

  it('are not called written when the device did not take one of them', async () => {
    await using world = await bidcosWorld();
    world.simulator.faults.refuseWrites(true, 'SIM0000002');
    await expect(write(world, { ON_TIME: 90, LEVEL: 0.4 })).rejects.toMatchObject({ code: 'fault' });
    expect(level(world)).toBe(0);
  });

  it('of several writes are not merged into one', async () => {
    await using world = await bidcosWorld();
    const colours: readonly Record<string, TypedValue>[] = [
      { ON_TIME: { type: 'double', value: 5 }, LEVEL: { type: 'double', value: 0.2 } },
      { RAMP_TIME: { type: 'double', value: 1 } },
    ];
    await Promise.all(colours.map((values) => write(world, values)));
    expect(calls(world)).toEqual([
      ['setValue', 'ON_TIME', 5],
      ['setValue', 'LEVEL', 0.2],
      ['setValue', 'RAMP_TIME', 1],
    ]);
  });
});
