import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CcuError, isCcuError } from '../model/errors.js';
import type { WritePriority } from '../model/model.js';
import type { WriteOutcome } from '../model/operations-model.js';
import { createWriterWorld, type Reaction, type WriterWorld } from './testing/writer-world.js';

/** Each write has a value of its own, so that a value identifies its write. */
type Step =
  | {
      readonly do: 'write';
      readonly channel: string;
      readonly parameters: readonly string[];
      readonly priority: WritePriority;
      readonly until: 'sent' | 'confirmed';
      readonly paramsetKey: 'VALUES' | 'MASTER';
    }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'abort'; readonly nth: number }
  | { readonly do: 'wake' };

const write = fc.record({
  do: fc.constant('write' as const),
  channel: fc.constantFrom('A:1', 'A:2', 'B:1'),
  parameters: fc.subarray(['STATE', 'LEVEL', 'ON_TIME'], { minLength: 1 }),
  priority: fc.constantFrom('critical', 'high', 'high', 'default', 'low'),
  until: fc.constantFrom('sent', 'confirmed'),
  paramsetKey: fc.constantFrom('VALUES', 'VALUES', 'VALUES', 'MASTER'),
} as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: write },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 10, 60, 700, 3_000, 40_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), nth: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'wake' as const }) },
);
const reaction = fc.constantFrom<Reaction>(
  'shows',
  'shows',
  'takes',
  'swallows',
  'times out',
  'no answer',
  'refuses',
  'sleeps',
);

interface Call {
  readonly id: number;
  readonly step: Extract<Step, { do: 'write' }>;
  readonly abort: AbortController;
  result: WriteOutcome | CcuError | undefined;
}

function begin(world: WriterWorld, calls: Call[], one: Extract<Step, { do: 'write' }>): void {
  const call: Call = { id: calls.length + 1, step: one, abort: new AbortController(), result: undefined };
  calls.push(call);
  const { channel: channelAddress, parameters, priority, until, paramsetKey } = one;
  const values = Object.fromEntries(parameters.map((parameter) => [parameter, call.id]));
  world.writer
    .write({
      interfaceName: 'HmIP-RF',
      channelAddress,
      paramsetKey,
      values,
      priority,
      until,
      signal: call.abort.signal,
    })
    .then(
      (outcome) => {
        call.result = outcome;
      },
      (error) => {
        call.result = error as CcuError;
      },
    );
}

async function play(world: WriterWorld, steps: readonly Step[]): Promise<readonly Call[]> {
  const calls: Call[] = [];
  for (const one of steps) {
    if (one.do === 'write') begin(world, calls, one);
    else if (one.do === 'wait') await world.time.advance(one.ms);
    else if (one.do === 'wake') world.wake();
    else calls[one.nth % Math.max(1, calls.length)]?.abort.abort();
    await world.time.settle();
  }
  return calls;
}

/** True when a later call wrote the same parameter; then the later value counts, and the outcome of that call. */
function wasReplaced(calls: readonly Call[], key: string, value: number): boolean {
  return calls.some(({ id, step: { channel, parameters, paramsetKey } }) =>
    parameters.some((parameter) => id > value && key === `${channel} ${paramsetKey} ${parameter}`),
  );
}

/** True when the caller learned that its write failed, or that a newer one replaced it. */
function wasTold(call: Call | undefined): boolean {
  return call?.result === 'superseded' || (isCcuError(call?.result) && call.result.code !== 'aborted');
}

/** Long enough for everything that waits. */
async function toTheEnd(world: WriterWorld): Promise<void> {
  world.react([]);
  await world.time.advance(600_000);
  world.wake();
  await world.time.advance(8 * 86_400_000);
}

describe('any write, with any reaction of the CCU', () => {
  it('is refused, confirmed or rolled back, in the order in which it was asked for, and nothing else remains', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(reaction, { maxLength: 25 }),
        fc.record({ concurrency: fc.constantFrom(1, 3), valuesTogether: fc.boolean() }),
        fc.constantFrom(0, 85, 97),
        async (steps, reactions, profile, dutyCycle) => {
          const world = createWriterWorld({ profile, dutyCycle });
          world.react(reactions);
          const calls = await play(world, steps);
          await toTheEnd(world);

          const heard = calls.filter(({ result }) => result !== undefined);
          expect(heard, 'everybody is told').toHaveLength(calls.length);
          for (const { result } of calls) expect(typeof result === 'string' || isCcuError(result)).toBe(true);
          expect(world.stored(), 'nothing is left in the journal').toBe(undefined);

          const newest = new Map<string, number>();
          for (const { key, value } of world.sent) {
            expect(value, `${key} is sent in order`).toBeGreaterThanOrEqual(newest.get(key) ?? 0);
            newest.set(key, value);
          }
          for (const { key, value, laterOnes } of world.rolledBack) {
            expect(laterOnes, `${key} ${value} is not rolled back behind a newer one`).toEqual([]);
          }
          for (const { key, value } of world.sent) {
            const isReplaced = wasReplaced(calls, key, value);
            const isKnown = world.shown.has(`${key} ${value}`) || world.isRolledBack(key, value);
            // A value that never shows cannot be followed; its caller learns that it was sent.
            const cannotBeKnown = key.endsWith('VALUES ON_TIME');
            const isTold = cannotBeKnown || wasTold(calls[value - 1]);
            expect(isReplaced || isKnown || isTold, `${key} ${value} is confirmed, rolled back or refused`).toBe(true);
          }
          for (const {
            id,
            step: { until },
            result,
          } of calls) {
            if (until !== 'sent' || !isCcuError(result) || result.code !== 'aborted') continue;
            expect(
              world.sent.filter(({ value, refused }) => value === id && !refused),
              'taken back is not sent',
            ).toEqual([]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is not forgotten when the program ends in the middle', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 15 }),
        fc.array(reaction, { maxLength: 15 }),
        fc.boolean(),
        async (steps, reactions, crashes) => {
          const first = createWriterWorld();
          first.react(reactions);
          const calls = await play(first, steps);
          if (crashes) {
            await first.time.advance(1_500);
            first.crash();
          } else await first.writer.close();
          const end = first.time.now();
          const accepted = calls.map(
            ({ result }) => result === 'sent' || result === 'confirmed' || result === 'pending',
          );

          const second = createWriterWorld({ ccu: first.ccu });
          await second.writer.recall();
          second.load();
          second.writer.resume();
          await toTheEnd(second);
          expect(second.stored()).toBe(undefined);
          for (const { key, value } of first.sent) {
            // A caller without an outcome, or with a failure, expects no proof.
            if (accepted[value - 1] !== true || key.endsWith('VALUES ON_TIME')) continue;
            // A write of the last moment before a crash is the price of not saving every write to a disk.
            const isLast = first.sent.some((other) => other.value === value && end - other.at <= 1_000);
            if (crashes && isLast) continue;
            const isReplaced = wasReplaced(calls, key, value);
            const isKnown = [first, second].some(
              (each) => each.shown.has(`${key} ${value}`) || each.isRolledBack(key, value),
            );
            expect(isReplaced || isKnown, `${key} ${value} is confirmed or rolled back`).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
