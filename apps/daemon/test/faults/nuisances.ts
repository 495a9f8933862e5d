import { expect } from 'vitest';
import { type FaultHouse, PATIENCE } from './house.js';

/** Something that is wrong with the CCU, but not with the way to it. */
export interface Nuisance {
  readonly fault: string;
  readonly inflict: (house: FaultHouse) => unknown;
  /** What else must show while the fault is on. */
  readonly also?: (house: FaultHouse) => Promise<void>;
  /** What `/health` may name while the fault is on, beside interfaces that are well. */
  readonly finding?: { readonly name: string; readonly note: RegExp };
  /** Absent: a key pressed once is a key pressed once. */
  readonly repeats?: true;
}

const DAY_MS = 86_400_000;

export const NUISANCES: readonly Nuisance[] = [
  {
    fault: 'delivers every event twice',
    inflict: ({ simulator }) => simulator.faults.duplicateEvents(true),
    repeats: true,
  },
  { fault: 'takes its time for every answer', inflict: ({ simulator }) => simulator.faults.slow(60) },
  {
    fault: 'has no free session',
    inflict: ({ simulator }) => simulator.faults.exhaustSessions(true),
    finding: { name: 'ccu.home.session', note: /session table of the CCU is full/ },
  },
  { fault: 'has its clock set back by a day', inflict: ({ simulator }) => simulator.faults.clockJump(-DAY_MS) },
  { fault: 'has its clock set forward by a day', inflict: ({ simulator }) => simulator.faults.clockJump(DAY_MS) },
  { fault: 'has a thousand things to say at once', inflict: ({ simulator }) => simulator.faults.burst(1_000) },
  {
    fault: 'has exhausted its duty cycle',
    inflict: ({ simulator }) => simulator.faults.dutyCycle(100),
    async also({ shown, interfaceName }) {
      if (interfaceName === 'CUxD') expect(await shown()).not.toHaveProperty('duty_cycle');
      else await expect.poll(async () => (await shown()).duty_cycle, PATIENCE).toBe(100);
    },
  },
];
