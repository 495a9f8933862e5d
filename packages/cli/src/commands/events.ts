import type { GatewayEvent } from '@ccu-gateway/client';
import { type Context, command, group } from '../context/context.js';
import { watch } from '../gateway/watch.js';
import { EXIT } from '../terminal/exit.js';
import { printable, value as show } from '../terminal/text.js';
import { parseCount } from '../terminal/time.js';

const EVENT_FIELDS = {
  seq: true,
  ts: true,
  topic: true,
  type: true,
  kind: true,
  momentary: true,
  payload: true,
} as const satisfies Readonly<Record<keyof GatewayEvent, true>>;

const tail = command({
  name: 'ccu-gateway events tail',
  description: 'Print events as they come, across lost connections; says GAP where some are missing.',
  args: {
    topics: {
      type: 'positional',
      required: false,
      description: "topics such as 'devices/#' or 'device.ABC0001.*'; all when none",
    },
    since: { type: 'string', valueHint: 'SEQ', description: 'first replay what came after this number' },
    count: { type: 'string', valueHint: 'N', description: 'stop after so many events' },
  },
  fields: EVENT_FIELDS,
  run: async (context, args) => {
    const topics = args._.length > 0 ? args._ : ['*'];
    const since = parseCount(args.since, '--since', 0);
    const count = parseCount(args.count, '--count', 1) ?? Number.POSITIVE_INFINITY;
    const rest = await context.rest({ token: 'required' });
    const { output, io } = context;
    const stream = watch(rest, {
      topics,
      since,
      signal: io.signal,
      onLost: ({ reason, seq, conflated }) =>
        output.write(
          output.json
            ? JSON.stringify({ op: 'gap', reason, seq, conflated })
            : `GAP  events up to ${seq} are missing (${printable(reason)})`,
        ),
      onLink: (state) => output.note(state === 'lost' ? 'connection lost, retrying' : 'connected again'),
    });
    try {
      await stream.live;
      let left = count;
      for await (const event of stream.events) {
        output.entry(event, () => line(event, context));
        left -= 1;
        if (left === 0) return EXIT.ok;
      }
    } finally {
      stream.close();
    }
    return count === Number.POSITIVE_INFINITY ? EXIT.interrupted : EXIT.ok;
  },
});

export const eventCommands = group('ccu-gateway events', 'The event stream.', { tail });

function line(event: GatewayEvent, context: Context): string {
  const payload: Readonly<Record<string, unknown>> = event.payload;
  const time = context.output.forPeople ? new Date(event.ts).toLocaleTimeString() : event.ts;
  const head = [time, String(event.seq), text(payload.central)];
  if (event.type === 'datapoint.value_changed') {
    const before = payload.previous === undefined ? '' : `${show(payload.previous)} → `;
    const where = `${text(payload.device_address)}:${String(payload.channel)}`;
    return [...head, where, text(payload.parameter), `${before}${show(payload.value)}`].map(printable).join('  ');
  }
  return [...head, event.type, event.topic, JSON.stringify(payload)].map(printable).join('  ');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '-';
}
