import type { Measurement } from '../../bench/measure.js';
import { command } from '../../context/context.js';
import { usageError } from '../../terminal/exit.js';
import { parseCount, parseDuration } from '../../terminal/time.js';

const MOST_CLIENTS = 64;
const MOST_CONNECTIONS = 256;

/** `bench`: how fast a gateway answers. It only reads, and nothing reaches a CCU. */
export const benchCommand = command({
  name: 'ccu-gateway bench',
  description:
    'Measure how fast the gateway answers: reads, connections of the event stream, replay. It changes nothing.',
  args: {
    for: { type: 'string', valueHint: 'TIME', description: 'how long each read is measured, default 3s' },
    clients: {
      type: 'string',
      valueHint: 'N',
      description: `how many ask at once, default 4, at most ${MOST_CLIENTS}`,
    },
    connections: {
      type: 'string',
      valueHint: 'N',
      description: `of the event stream, default 16, at most ${MOST_CONNECTIONS}`,
    },
  },
  fields: { what: true, count: true, per_second: true, p50_ms: true, p99_ms: true, note: true },
  run: async (context, args) => {
    const forMs = parseDuration(args.for ?? '3s', '--for');
    const clients = upTo(MOST_CLIENTS, parseCount(args.clients, '--clients', 1) ?? 4, '--clients');
    const count = parseCount(args.connections, '--connections', 1) ?? 16;
    const connections = upTo(MOST_CONNECTIONS, count, '--connections');
    // Loaded where it is used.
    const { READS, measureConnections, measureReads, measureReplay } = await import('../../bench/measure.js');
    const rest = await context.rest({ token: 'required' });
    const { signal } = context.io;
    const { progress } = context.output;
    const measured: Measurement[] = [];
    for (const [what, read] of Object.entries(READS)) {
      const work = () => measureReads({ what, read: () => read(rest), clients, forMs, signal });
      measured.push(await progress.during(`measuring ${what}`, work));
    }
    measured.push(await progress.during('opening connections', () => measureConnections(rest, connections, signal)));
    measured.push(await progress.during('replaying', () => measureReplay(rest, signal)));
    return {
      data: measured,
      table: {
        header: ['WHAT', 'COUNT', 'PER SECOND', 'P50 MS', 'P99 MS', 'NOTE'],
        rows: measured.map(({ what, count: done, per_second, p50_ms, p99_ms, note }) =>
          [what, done, per_second, p50_ms, p99_ms, note].map((cell) => (cell === undefined ? '-' : String(cell))),
        ),
      },
    };
  },
});

function upTo(most: number, value: number, option: string): number {
  if (value <= most) return value;
  throw usageError(`${option} takes at most ${most}: a gateway at home has other work`);
}
