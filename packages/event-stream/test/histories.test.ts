import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestWorld, type SeenFrame, type TestClient } from '../src/testing/world.js';
import { createModel, type Model, type ModelClient, type Sight, seeEvent, sightOf } from './model.js';

const topics = ['device.A.x', 'device.A.y', 'device.B.x', 'hub.c', 'device'];
const patterns = ['*', 'device.*', 'devices/A/#', 'device.+.x', 'device.A.x', 'hub.c', 'none'];

const publishing = fc.record({
  op: fc.constant('publish' as const),
  topic: fc.constantFrom(...topics),
  times: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 4, max: 30 })),
  momentary: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});
const client = fc.nat({ max: 2 });
const some = fc.uniqueArray(fc.constantFrom(...patterns), { minLength: 1, maxLength: 3 });
const subscribing = fc.record({
  op: fc.constant('subscribe' as const),
  client,
  topics: some,
  /** Distance back from the newest, or nothing. Negative is the future. */
  back: fc.option(fc.integer({ min: -2, max: 24 }), { nil: undefined }),
});
const action = fc.oneof(
  { weight: 6, arbitrary: publishing },
  { weight: 3, arbitrary: subscribing },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('unsubscribe' as const), client, topics: some }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('stall' as const), client, writes: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('resume' as const), client }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('turn' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const depths = fc.constantFrom(
  { replay: 16, ring: 32, lag: 12 },
  { replay: 4, ring: 8, lag: 100 },
  { replay: 0, ring: 16, lag: 8 },
  { replay: 20, ring: 20, lag: 5 },
);

function see(frame: SeenFrame): Sight {
  const { op } = frame;
  if (op === undefined) return seeEvent(frame.seq as number, frame.kind as string);
  if (op === 'subscribed') return `subscribed ${frame.seq} ${frame.oldest_seq}`;
  if (op === 'replay_lost') return `replay_lost ${frame.oldest_seq}`;
  if (op === 'lagged') return `lagged ${frame.to} ${frame.conflated} ${frame.missed_momentary}`;
  return op === 'replay_done' ? `replay_done ${frame.seq}` : String(op);
}

/** A client and the frames that the model expects for it. */
interface Pair {
  readonly real: TestClient;
  readonly model: ModelClient;
}

/** All frames were owed, in that order; a client that reads is owed nothing more. */
function compare({ real, model }: Pair, settled: boolean): void {
  const seen = real.take().map(see);
  const owed = model.owed.splice(0, seen.length).map(sightOf);
  // Compared some hundred thousand times; the work of `expect` for each comparison was most of this test.
  if (!isDeepStrictEqual(seen, owed)) expect(seen).toEqual(owed);
  if (settled && !real.connection.info().blocked && model.owed.length > 0) expect(model.owed).toEqual([]);
}

function play(actions: readonly Action[], depth: { replay: number; ring: number; lag: number }, latest: boolean): void {
  const world = createTestWorld({
    replayCapacity: depth.replay,
    ringFrames: depth.ring,
    lagFrames: depth.lag,
    lagBytes: 1_000_000,
  });
  const model = createModel(depth);
  model.start(world.stream.seq);
  const pairs = [0, 1, 2].map((): Pair => ({ real: world.connect(), model: model.connect() }));
  for (const step of actions) perform(step, { world, model, pairs, latest });
  world.stream.flush();
  for (const pair of pairs) {
    compare(pair, true);
    resume(pair, model);
    compare(pair, true);
  }
}

interface Scene {
  readonly world: ReturnType<typeof createTestWorld>;
  readonly model: Model;
  readonly pairs: readonly Pair[];
  readonly latest: boolean;
}

function resume({ real, model: client }: Pair, model: Model): void {
  if (real.connection.info().blocked) model.resume(client);
  real.resume();
}

function perform(step: Action, { world, model, pairs, latest }: Scene): void {
  switch (step.op) {
    case 'publish':
      for (let index = 0; index < step.times; index += 1) {
        const { topic, momentary } = step;
        const seq = world.stream.publish({ topic, type: momentary ? 'press' : 'state', payload: {}, momentary });
        model.publish(seq, topic, momentary);
      }
      return;
    case 'turn':
      world.turn();
      for (const pair of pairs) compare(pair, true);
      return;
    case 'subscribe': {
      const pair = pairs[step.client] as Pair;
      world.stream.flush();
      compare(pair, true);
      const since = step.back === undefined ? undefined : world.stream.seq - step.back;
      const mode = latest ? 'latest' : 'all';
      model.subscribe(pair.model, step.topics, since, false);
      pair.model.latest = latest;
      pair.real.send({ op: 'subscribe', topics: step.topics, since, mode });
      return;
    }
    case 'unsubscribe': {
      const pair = pairs[step.client] as Pair;
      model.unsubscribe(pair.model, step.topics);
      pair.real.send({ op: 'unsubscribe', topics: step.topics });
      return;
    }
    case 'stall': {
      // From a settled state, or the model would have to know where the pages end.
      world.stream.flush();
      const pair = pairs[step.client] as Pair;
      compare(pair, true);
      pair.real.stall(step.writes);
      return;
    }
    case 'resume': {
      world.stream.flush();
      const pair = pairs[step.client] as Pair;
      compare(pair, true);
      resume(pair, model);
      compare(pair, true);
    }
  }
}

/** For machines that do much else at the same time. */
const long = { timeout: 180_000 };

describe('any history of publishing, subscribing, stalling and resuming', () => {
  it(
    'gives each client the events of a plain array, in that order: no silent gap, no duplicate, no reordering',
    long,
    () => {
      fc.assert(
        fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), depths, (actions, depth) => {
          play(actions, depth, false);
        }),
        { numRuns: 4_000 },
      );
    },
  );

  it('gives a client of mode latest every event, or the newest state and a count of the missing ones', long, () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), depths, (actions, depth) => {
        // The state at the moment of an unsubscribe is gone for ever, so later frames are outside the model.
        const growing = actions.filter((step) => step.op !== 'unsubscribe');
        const live = growing.map((step) => (step.op === 'subscribe' ? { ...step, back: undefined } : step));
        play(live, depth, true);
      }),
      { numRuns: 2_000 },
    );
  });
});
