import { type GatewayEvent, memoryCursor } from '@ccu-gateway/client';
import { type Context, command, group } from '../../context/context.js';
import { keptCursor } from '../../gateway/kept-cursor.js';
import { printable, value as show } from '../../terminal/text.js';
import { parseCount } from '../../terminal/time.js';
import { parseWhere } from '../../terminal/where.js';
import { tailArgs, tailEndOf, tailEvents } from './event-tail.js';

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
    since: {
      type: 'string',
      valueHint: 'SEQ|last',
      description: 'first replay what came after this number; last: after the last call with `last` and these topics',
    },
    where: {
      type: 'string',
      valueHint: 'CONDITION',
      description: "such as 'parameter in (LEVEL,STATE) and central=home'; also !=",
    },
    ...tailArgs,
  },
  fields: EVENT_FIELDS,
  run: async (context, args) => {
    const topics = args._.length > 0 ? args._ : ['*'];
    const since = args.since === 'last' ? 'last' : parseCount(args.since, '--since', 0);
    const wanted = args.where === undefined ? undefined : parseWhere(args.where);
    const end = tailEndOf(args);
    const rest = await context.rest({ token: 'required' });
    const cursor = since === 'last' ? keptCursor(context.io, rest.url, topics) : memoryCursor(since);
    const last = since === 'last' ? await cursor.load() : undefined;
    if (last !== undefined) context.output.note(`resuming after ${typeof last === 'number' ? last : last.seq}`);
    return tailEvents(context, rest, { ...end, topics, cursor, wanted, line: (event) => line(event, context) });
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
