import { describe, expect, it, vi } from 'vitest';
import type { Item, RawEvent } from './event-rows.js';
import { CAPACITY, createEventSession, type SessionOptions } from './event-session.js';

const PATIENCE = { timeout: 50_000 } as const;

const event = (seq: number): RawEvent => ({
  seq,
  kind: 'change',
  topic: 'device.A',
  type: 'datapoint.value_changed',
  ts: '2026-01-01T00:00:00Z',
  payload: { central: 'home', value: seq },
});

interface Opened {
  readonly topics: readonly string[];
  readonly since: number | undefined;
  send(...seqs: readonly number[]): void;
  lose(loss: { readonly reason: string; readonly seq: number }): void;
}

/** A gateway with a log of these events; the streams are played by the test. */
function fakeGateway(log: readonly number[], gaps: readonly object[] = []) {
  const opened: Opened[] = [];
  const asked: object[] = [];
  const gateway = {
    async call(_operation: string, { query }: { query: { since: number; limit: number } }) {
      asked.push(query);
      const above = log.filter((seq) => seq > query.since);
      const page = above.slice(0, query.limit);
      return {
        events: page.map(event),
        gaps: query.since === 0 ? gaps : [],
        oldest_seq: log[0] ?? 0,
        seq: log.at(-1) ?? 0,
        epoch: 'e',
        next_since: page.at(-1) ?? query.since,
        more: page.length < above.length,
      };
    },
    events({ topics, cursor, onLost }: Parameters<SessionOptions['gateway']['events']>[0]) {
      const waiting: RawEvent[] = [];
      let wake = () => {};
      opened.push({
        topics,
        since: cursor?.load() as number | undefined,
        send(...seqs) {
          waiting.push(...seqs.map(event));
          wake();
        },
        lose: (loss) => onLost?.(loss),
      });
      return {
        observe: () => () => {},
        async *[Symbol.asyncIterator]() {
          for (;;) {
            const next = waiting.shift();
            if (next !== undefined) yield next;
            else {
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
            }
          }
        },
      };
    },
  };
  // A gateway with the two calls of a session.
  return { gateway: gateway as unknown as SessionOptions['gateway'], opened, asked };
}

function openSession(log: readonly number[], options: { newest?: number; gaps?: readonly object[] } = {}) {
  const fake = fakeGateway(log, options.gaps);
  const session = createEventSession({
    gateway: fake.gateway,
    interfaceOf: () => undefined,
    newest: () => options.newest ?? 0,
    now: () => 0,
    onFrame: (run) => queueMicrotask(run),
  });
  return { ...fake, session };
}

const told = (items: readonly Item[]) => items.map(({ item, seq }) => (item === 'event' ? seq : `${item} ${seq}`));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the session of the event inspector', () => {
  it('begins with recent events of the log, and continues live without a gap', async () => {
    const { session, opened } = openSession(range(1, 400), { newest: 400 });
    session.open({ topics: ['devices/#'] });
    await vi.waitFor(() => expect(opened).toHaveLength(1), PATIENCE);
    expect(opened[0]).toMatchObject({ topics: ['devices/#'], since: 400 });
    opened[0]?.send(401, 402);
    await vi.waitFor(() => expect(told(session.rows.value)).toEqual(range(201, 402)), PATIENCE);
  });

  it('rewinds through the log page by page to a number, and draws events that the log does not have', async () => {
    const { session, opened, asked } = openSession(range(500, 3_000));
    session.open({ topics: ['#'], since: 100 });
    await vi.waitFor(() => expect(opened).toHaveLength(1), PATIENCE);
    expect(asked.map((query) => (query as { since: number }).since)).toEqual([100, 1_499, 2_499]);
    expect(opened[0]?.since).toBe(3_000);
    expect(told(session.rows.value)).toEqual(['gap 499', ...range(500, 3_000)]);
    expect(session.counts.value).toMatchObject({ gaps: 1, received: 2_501 });
  });

  it('puts a gap of the log at its position', async () => {
    const { session, opened } = openSession([1, 2, 8, 9], { gaps: [{ after: 2, before: 8 }] });
    session.open({ topics: ['#'], since: 0 });
    await vi.waitFor(() => expect(opened).toHaveLength(1), PATIENCE);
    expect(told(session.rows.value)).toEqual([1, 2, 'gap 7', 8, 9]);
  });

  it('stops where the log has more than fits, and shows the number to continue with', async () => {
    const { session, opened } = openSession(range(1, CAPACITY + 1_500));
    session.open({ topics: ['#'], since: 0 });
    await vi.waitFor(() => expect(session.status.value).toMatchObject({ state: 'stopped', more: CAPACITY }), PATIENCE);
    expect(opened).toEqual([]);
  });

  it('draws lost events of the stream at their position', async () => {
    const { session, opened } = openSession([]);
    session.open({ topics: ['#'] });
    await vi.waitFor(() => expect(opened).toHaveLength(1), PATIENCE);
    opened[0]?.send(10);
    await vi.waitFor(() => expect(session.rows.value).toHaveLength(1), PATIENCE);
    opened[0]?.lose({ reason: 'evicted', seq: 50 });
    opened[0]?.send(51);
    await vi.waitFor(() => expect(told(session.rows.value)).toEqual([10, 'gap 50', 51]), PATIENCE);
    expect(session.rows.value[1]).toMatchObject({ after: 10, reason: 'evicted' });
  });

  it('keeps the shown rows with other topics, and misses nothing in between', async () => {
    const { session, opened } = openSession([]);
    session.open({ topics: ['devices/#'] });
    await vi.waitFor(() => expect(opened).toHaveLength(1), PATIENCE);
    opened[0]?.send(5);
    await vi.waitFor(() => expect(session.rows.value).toHaveLength(1), PATIENCE);
    session.subscribe(['hub/#']);
    await vi.waitFor(() => expect(opened).toHaveLength(2), PATIENCE);
    expect(opened[1]).toMatchObject({ topics: ['hub/#'], since: 5 });
    opened[0]?.send(6);
    opened[1]?.send(7);
    await vi.waitFor(() => expect(told(session.rows.value)).toEqual([5, 7]), PATIENCE);
  });

  it('continues live where the log is refused, and reports the refusal', async () => {
    const { session, gateway, opened } = openSession([]);
    vi.spyOn(gateway, 'call').mockRejectedValue(new Error('no store'));
    session.open({ topics: ['#'], since: 4 });
    await vi.waitFor(() => expect(opened).toHaveLength(1), PATIENCE);
    expect(opened[0]?.since).toBe(4);
    expect(session.status.value.error).toEqual(new Error('no store'));
  });
});
