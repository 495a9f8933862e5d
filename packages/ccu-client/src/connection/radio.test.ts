import { expect, it } from 'vitest';
import { INTERFACE_PROFILES } from '../model/interfaces.js';
import { createRadioBudget } from '../radio/budget.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { createRadioPoll } from './radio.js';

/** Sending time of four percent of an hour. */
const AIRTIME_MS = 1_440;

function createWorld(answer: () => Promise<readonly { readonly DUTY_CYCLE: number }[]>) {
  const time = { now: 0 };
  const asked: string[] = [];
  const budget = createRadioBudget(() => time.now);
  const poll = createRadioPoll({
    profile: INTERFACE_PROFILES['BidCos-RF'],
    rpc: {
      async call(method: string) {
        asked.push(method);
        return await answer();
      },
    } as unknown as InterfaceRpc,
    status: { measured: () => undefined },
    everyMs: 300_000,
    elapsed: () => time.now,
    budget,
    stop: new AbortController().signal,
  });
  const write = () => {
    budget.spent('normal', AIRTIME_MS, 0);
    poll.spent();
  };
  return { time, asked, budget, write };
}

it('reads the duty cycle at once when own writes may have used ten percent of the hour', async () => {
  const { asked, budget, write } = createWorld(async () => [{ DUTY_CYCLE: 5 }]);
  write();
  write();
  expect(asked).toEqual([]);
  write();
  write();
  expect(asked).toEqual(['listBidcosInterfaces']);
  await expect.poll(budget.usedPercent).toBe(5);
});

it('keeps its estimate where the CCU gives no reading, and asks for none within a minute', async () => {
  const { time, asked, budget, write } = createWorld(() => Promise.reject(new Error('no answer')));
  for (let count = 0; count < 3; count += 1) write();
  await new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < 3; count += 1) write();
  expect(asked).toHaveLength(1);
  expect(budget.usedPercent()).toBeCloseTo(24);
  time.now = 60_000;
  write();
  expect(asked).toHaveLength(2);
});
