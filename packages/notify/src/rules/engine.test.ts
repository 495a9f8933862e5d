import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_RULES } from './defaults.js';
import { BURST, type Memory, MOST_MATTERS, newMemory, step } from './engine.js';
import type { Fact, Matter } from './facts.js';
import type { Message } from './message.js';

const START = new Date(2026, 5, 1, 12).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const matter = (id: string, more: Partial<Matter> = {}): Matter => ({
  ...{ id, subject: 'battery', kind: 'battery', thing: `thing ${id}`, name: id, since: START },
  ...more,
});
const began = (id: string, more: Partial<Matter> = {}): Fact => ({ type: 'began', matter: matter(id, more) });
const ended = (id: string): Fact => ({ type: 'ended', id });
const rule = { name: 'r', on: ['battery'], channels: [], devices: [], lastsMs: 0, oncePerDay: false } as const;

/** Runs steps at their times, and those that are due in between. */
function run(steps: readonly (readonly [at: number, facts: readonly Fact[]])[], rules: Parameters<typeof step>[3]) {
  let memory: Memory = newMemory;
  const messages: Message[] = [];
  let dueAt: number | undefined;
  const go = (at: number, facts: readonly Fact[]) => {
    const result = step(memory, facts, at, rules);
    // The stored state is text.
    memory = JSON.parse(JSON.stringify(result.memory));
    messages.push(...result.messages);
    dueAt = result.dueAt;
  };
  for (const [at, facts] of steps) {
    while (dueAt !== undefined && dueAt <= at) go(dueAt, []);
    go(at, facts);
  }
  const shown = messages.map(({ items, at }) => [
    items.map(({ phase, name }) => `${phase} ${name}`).join(),
    at - START,
  ]);
  return { memory, messages, shown, dueAt };
}

it('waits in quiet hours, also over midnight, and reports in the morning the matters that still last', () => {
  const quiet = { from: 22 * 60, to: 7 * 60 };
  const { shown } = run(
    [
      [START + 11 * HOUR, [began('A', { since: START + 11 * HOUR }), began('B', { since: START + 11 * HOUR })]],
      [START + 12 * HOUR, [ended('B')]],
      [START + 20 * HOUR, []],
    ],
    [{ ...rule, quiet }],
  );
  expect(shown).toEqual([['began A', 19 * HOUR]]);
});

it('reports an end in the morning, and nothing of a matter that came again until then', () => {
  const quiet = { from: 22 * 60, to: 7 * 60 };
  const { shown } = run(
    [
      [START, [began('A'), began('B')]],
      [START + 11 * HOUR, [ended('A'), ended('B')]],
      [START + 12 * HOUR, [began('B')]],
      [START + 20 * HOUR, []],
    ],
    [{ ...rule, quiet }],
  );
  expect(shown).toEqual([
    ['began A', 0],
    ['began B', 0],
    ['ended A', 19 * HOUR],
  ]);
});

it('reports one thing once on a day', () => {
  const { shown } = run(
    [0, 1, 13].flatMap((hour) => [
      [START + hour * HOUR, [began('A')]] as const,
      [START + hour * HOUR + MINUTE, [ended('A')]] as const,
    ]),
    [{ ...rule, oncePerDay: true }],
  );
  expect(shown).toEqual([
    ['began A', 0],
    ['ended A', MINUTE],
    ['began A', 13 * HOUR],
    ['ended A', 13 * HOUR + MINUTE],
  ]);
});

it('collects the matters of a day in one message in the morning, without those that ended', () => {
  const { shown } = run(
    [
      [START, [began('A'), began('B')]],
      [START + HOUR, [began('C'), ended('B')]],
      [START + 20 * HOUR, [ended('A')]],
      [START + 48 * HOUR, []],
    ],
    [{ ...rule, digestAt: 8 * 60 }],
  );
  expect(shown).toEqual([
    ['began A,began C', 20 * HOUR],
    ['ended A', 44 * HOUR],
  ]);
});

it('is silent about a matter that somebody silenced before it was due', () => {
  const long = { ...rule, lastsMs: HOUR };
  const silenced: Fact = { type: 'silenced', id: 'A' };
  const { shown } = run(
    [
      [START, [began('A')]],
      [START + MINUTE, [silenced]],
      [START + 2 * HOUR, [ended('A')]],
    ],
    [long],
  );
  expect(shown).toEqual([]);
  const unsilenced: Fact = { type: 'unsilenced', id: 'A' };
  const back = run(
    [
      [START, [began('A')]],
      [START + MINUTE, [silenced]],
      [START + 2 * HOUR, [unsilenced]],
    ],
    [long],
  );
  expect(back.shown).toEqual([['began A', 2 * HOUR]]);
});

it('is about the devices that it names, and about rules with names of objects', () => {
  const { shown } = run(
    [[START, [began('A', { address: 'X1' }), began('B', { address: 'X2' }), began('C')]]],
    [{ ...rule, name: 'constructor', devices: ['X2'] }],
  );
  expect(shown).toEqual([['began B', 0]]);
});

it('remembers a bounded number of matters', () => {
  const many = Array.from({ length: MOST_MATTERS + 10 }, (_, each) => began(`A${each}`));
  const { memory, messages } = run([[START, many]], [rule]);
  expect(Object.keys(memory.matters)).toHaveLength(MOST_MATTERS);
  expect(messages).toMatchObject([{ more: MOST_MATTERS - 20 }]);
});

it('counts every message of a burst, and reports each begin before its end', () => {
  const event = fc.record({
    after: fc.integer({ min: 0, max: 2 * HOUR }),
    id: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G'),
    isBegin: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), (events) => {
      let at = START;
      const steps = events.map(({ after, id, isBegin }) => {
        at += after;
        return [at, [isBegin ? began(id, { since: at }) : ended(id)]] as const;
      });
      const { messages } = run([...steps, [at + 2 * BURST.ms, []]], [rule]);
      const items = messages.flatMap((message) => message.items);
      const count = messages.reduce((sum, { items: some, more }) => sum + some.length + more, 0);
      let open = new Set<string>();
      let changes = 0;
      for (const { id, isBegin } of events) {
        if (open.has(id) === isBegin) continue;
        changes += 1;
        open = new Set([...open].filter((each) => each !== id).concat(isBegin ? [id] : []));
      }
      expect(count).toBe(changes);
      for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
        const phases = items.filter((item) => item.name === name).map(({ phase }) => phase);
        if (messages.every(({ more }) => more === 0))
          expect(phases).toEqual(phases.map((_, each) => (each % 2 === 0 ? 'began' : 'ended')));
      }
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      for (const message of messages) {
        const near = messages.filter((each) => each.at <= message.at && each.at > message.at - BURST.ms);
        expect(near.length).toBeLessThanOrEqual(2 * BURST.messages);
      }
    }),
    { numRuns: 200 },
  );
});

it('makes the same messages of the same steps, and none of steps without anything due', () => {
  const steps = [[START, [began('A'), began('S', { subject: 'smoke', kind: 'smoke' })]]] as const;
  const [one, other] = [run(steps, DEFAULT_RULES), run(steps, DEFAULT_RULES)];
  expect(one.messages).toEqual(other.messages);
  expect(step(one.memory, [], START + HOUR, DEFAULT_RULES).messages).toEqual([]);
  expect(one.dueAt).toBeUndefined();
});
