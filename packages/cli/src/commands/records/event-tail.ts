import { type CursorStore, type GatewayEvent, memoryCursor } from '@ccu-gateway/client';
import type { Context } from '../../context/context.js';
import type { Rest } from '../../gateway/rest.js';
import { watch } from '../../gateway/watch.js';
import { EXIT } from '../../terminal/exit.js';
import { printable } from '../../terminal/text.js';
import { parseCount, parseDuration } from '../../terminal/time.js';
import type { Where } from '../../terminal/where.js';

/** Options of commands that print events until something ends them. */
export const tailArgs = {
  count: { type: 'string', valueHint: 'N', description: 'stop after so many events' },
  for: { type: 'string', valueHint: 'TIME', description: 'stop after so long, such as 30s, 10m, 2h' },
  'exit-on-gap': { type: 'boolean', description: 'stop with exit code 1 where events are missing' },
} as const;

interface TailFlags {
  readonly count?: string | undefined;
  readonly for?: string | undefined;
  readonly 'exit-on-gap'?: boolean | undefined;
}

/** Limits that end a tail before Ctrl-C. */
export interface TailEnd {
  readonly count: number | undefined;
  readonly forMs: number | undefined;
  readonly exitOnGap: boolean;
}

/** @throws CliError */
export function tailEndOf(args: TailFlags): TailEnd {
  return {
    count: parseCount(args.count, '--count', 1),
    forMs: args.for === undefined ? undefined : parseDuration(args.for, '--for'),
    exitOnGap: args['exit-on-gap'] === true,
  };
}

export interface Tail extends TailEnd {
  readonly topics: readonly string[];
  /** Default: from now on. */
  readonly cursor?: CursorStore | undefined;
  readonly wanted?: Where | undefined;
  readonly line: (event: GatewayEvent) => string;
}

/** Prints events as they come and a line where some are missing. Answers the exit code: 0 where an end was asked for. */
export async function tailEvents(context: Context, rest: Rest, tail: Tail): Promise<number> {
  const { output, io } = context;
  const { count = Number.POSITIVE_INFINITY, forMs, exitOnGap, wanted = () => true, cursor = memoryCursor() } = tail;
  const ended = new AbortController();
  const timer = forMs === undefined ? undefined : setTimeout(() => ended.abort(), forMs);
  let gaps = 0;
  const stream = watch(rest, {
    topics: tail.topics,
    cursor,
    signal: AbortSignal.any([io.signal, ended.signal]),
    onLost({ reason, seq, conflated }) {
      gaps += 1;
      output.write(
        output.json
          ? JSON.stringify({ op: 'gap', reason, seq, conflated })
          : `GAP  events up to ${seq} are missing (${printable(reason)})`,
      );
      if (exitOnGap) ended.abort();
    },
    onLink: (state) => output.note(state === 'lost' ? 'connection lost, retrying' : 'connected again'),
  });
  try {
    await stream.live;
    let left = count;
    for await (const event of stream.events) {
      if (!wanted(event)) continue;
      output.entry(event, () => tail.line(event));
      left -= 1;
      if (left > 0) continue;
      // It is printed, and the stream would keep it only when the next one is asked for.
      await cursor.save(event.seq);
      break;
    }
  } finally {
    clearTimeout(timer);
    // With the cursor, where one is kept.
    await stream.close();
  }
  if (exitOnGap && gaps > 0) return EXIT.failed;
  return tail.count === undefined && forMs === undefined ? EXIT.interrupted : EXIT.ok;
}
