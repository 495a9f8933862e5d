import type { CallAnswer } from '@ccu-gateway/client';
import { type Context, command } from '../../context/context.js';
import { acrossLosses } from '../../gateway/across-losses.js';
import type { Rest } from '../../gateway/rest.js';
import type { Paint, Style } from '../../terminal/colours.js';
import { EXIT, usageError } from '../../terminal/exit.js';
import { printable } from '../../terminal/text.js';
import { parseCount, parseDuration } from '../../terminal/time.js';

type Line = CallAnswer<'listLogs'>['records'][number];

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** `logs`: the lines in the log of the gateway, and new ones with `--follow`. */
export const logsCommand = command({
  name: 'ccu-gateway logs',
  description: 'Print the newest lines of the log, and with --follow those that come.',
  args: {
    follow: { type: 'boolean', alias: 'f', description: 'go on until Ctrl-C, across lost connections' },
    lines: { type: 'string', alias: 'n', valueHint: 'N', description: 'so many of the newest, default 100' },
    level: { type: 'enum', options: [...LEVELS], valueHint: LEVELS.join('|'), description: 'this level and above' },
    count: { type: 'string', valueHint: 'N', description: 'with --follow: stop after so many lines' },
    for: { type: 'string', valueHint: 'TIME', description: 'with --follow: stop after so long, such as 30s, 10m, 2h' },
  },
  fields: {
    seq: true,
    time: true,
    level: true,
    logger: true,
    msg: true,
    attrs: true,
  } as const satisfies Readonly<Record<keyof Line, true>>,
  run: async (context, args) => {
    const limit = parseCount(args.lines, '--lines', 0) ?? 100;
    const count = parseCount(args.count, '--count', 1) ?? Number.POSITIVE_INFINITY;
    const forMs = args.for === undefined ? undefined : parseDuration(args.for, '--for');
    if (forMs !== undefined && args.follow !== true) throw usageError('--for needs --follow');
    // The library has checked it.
    const level = args.level as Level | undefined;
    const rest = await context.rest({ token: 'required' });
    const page = await rest.call('listLogs', { query: { limit, min_level: level } });
    if (args.follow !== true) {
      const { records } = page;
      return { data: records, lines: records.map((line) => shown(line, context)) };
    }
    let left = count;
    for (const line of page.records) left = printed(line, left, context);
    const { signal: interrupted } = context.io;
    const ending = forMs === undefined ? interrupted : AbortSignal.any([interrupted, AbortSignal.timeout(forMs)]);
    const wanted = { since: page.last_seq, level, ending };
    for await (const line of left > 0 ? following(rest, wanted, context) : []) {
      left = printed(line, left, context);
      if (left <= 0) break;
    }
    return left <= 0 || !interrupted.aborted ? EXIT.ok : EXIT.interrupted;
  },
});

function printed(line: Line, left: number, context: Context): number {
  if (left > 0) context.output.entry(line, () => shown(line, context));
  return left - 1;
}

interface Following {
  readonly since: number;
  readonly level: Level | undefined;
  readonly ending: AbortSignal;
}

/** Every line after `since`, in order, with the lines from the time of a lost connection. */
function following(rest: Rest, { since, level, ending: signal }: Following, { output }: Context) {
  let last = since;
  return acrossLosses({ io: { signal }, output }, async function* (live) {
    const stream = await rest.request('streamLogs', { query: { since: last, min_level: level }, signal });
    live();
    for await (const line of linesOf(stream)) {
      if (line.seq <= last) continue;
      last = line.seq;
      yield line;
    }
  });
}

/** The gateway writes each line as one line of data. */
async function* linesOf({ body }: Response): AsyncGenerator<Line> {
  if (body === null) return;
  let rest = '';
  // The types of the standard do not say that a stream of a response can be iterated; that of Node can.
  for await (const text of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const record = line.startsWith('data:') ? (JSON.parse(line.slice(5)) as Line) : undefined;
      // Events of other kinds, such as how many lines were missed, have no number.
      if (typeof record?.seq === 'number') yield record;
    }
  }
}

const STYLES: Readonly<Record<string, Style>> = { debug: 'faint', warn: 'warning', error: 'bad' };

function shown({ time, level, logger, msg, attrs }: Line, { output }: Context): string {
  const at = output.forPeople ? new Date(time).toLocaleTimeString() : time;
  const rest = attrs === undefined || Object.keys(attrs).length === 0 ? [] : [JSON.stringify(attrs)];
  const parts = [at, level.toUpperCase().padEnd(5), logger ?? '-', msg, ...rest].map(printable);
  return coloured(parts.join('  '), STYLES[level], output.paint);
}

const coloured = (text: string, style: Style | undefined, paint: Paint) =>
  style === undefined ? text : paint(style, text);
