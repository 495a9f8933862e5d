import { type Context, command } from '../../context/context.js';
import { EXIT, usageError } from '../../terminal/exit.js';
import { type Cell, tsvLine } from '../../terminal/table.js';
import { printable } from '../../terminal/text.js';
import { parseCount, parseMoment } from '../../terminal/time.js';
import { type AuditEntry as Entry, followAudit } from './audit-follow.js';
import { auditInDatabase } from './audit-offline.js';

/** `audit`: lists changes with their user and time. */
export const auditCommand = command({
  name: 'ccu-gateway audit',
  description: 'List what was changed, by whom and when; the newest first, with --follow last.',
  args: {
    since: { type: 'string', valueHint: 'TIME', description: 'from then on: 2026-09-23T08:00, 2026-09-23, 2h, 7d' },
    until: { type: 'string', valueHint: 'TIME', description: 'before then' },
    device: { type: 'string', valueHint: 'DEVICE', description: 'address of a device, its beginning, or its name' },
    action: { type: 'string', valueHint: 'TEXT', description: 'part of an action, such as token' },
    limit: { type: 'string', valueHint: 'N', description: 'so many at most, default 100' },
    follow: { type: 'boolean', alias: 'f', description: 'go on with what comes until Ctrl-C, across lost connections' },
    count: { type: 'string', valueHint: 'N', description: 'with --follow: stop after so many entries' },
  },
  fields: {
    id: true,
    timestamp: true,
    action: true,
    central: true,
    subject: true,
    user: true,
    scheme: true,
    outcome: true,
    peer_address: true,
    client_address: true,
    token_fingerprint: true,
    via_user: true,
    via_user_name: true,
    request_id: true,
    device_address: true,
    channel_no: true,
    paramset: true,
    peer: true,
    parameter: true,
    note: true,
    changes: true,
  } as const satisfies Readonly<Record<keyof Entry, true>>,
  run: async (context, args) => {
    const now = context.io.now();
    const query = {
      since: args.since === undefined ? undefined : parseMoment(args.since, '--since', now),
      until: args.until === undefined ? undefined : parseMoment(args.until, '--until', now),
      device: args.device,
      op: args.action,
      limit: parseCount(args.limit, '--limit', 1) ?? 100,
    };
    const count = parseCount(args.count, '--count', 1) ?? Number.POSITIVE_INFINITY;
    if (args.follow === true && query.until !== undefined) {
      throw usageError('--follow goes on, and --until ends', 'leave one of them out');
    }
    const outcome = (found: readonly Entry[]) => {
      const header = ['TIME', 'WHO', 'ACTION', 'OUTCOME', 'WHAT', 'FROM'];
      const rows = found.map((entry) => rowOf(entry, context));
      return { data: found, table: { header, rows, spare: ['FROM', 'OUTCOME'] } };
    };
    if (context.namesDatabase()) {
      if (args.follow === true)
        throw usageError('--follow asks a running gateway', 'name it with --url, or leave it out');
      return outcome(await auditInDatabase(context, query));
    }
    const rest = await context.rest({ token: 'required' });
    if (query.device !== undefined && !/^[A-Z0-9_*-]+$/.test(query.device)) {
      const { deviceNamed } = await import('../../gateway/device-named.js');
      query.device = (await deviceNamed(rest, query.device, undefined)).device;
    }
    const entries = await rest.call('listAudit', { query });
    if (args.follow !== true) return outcome(entries);
    let left = count;
    for (const entry of entries.toReversed()) left = printed(entry, left, context);
    const last = entries.find(({ id }) => id !== undefined)?.id ?? 0;
    const { limit: _, ...filter } = query;
    for await (const entry of left > 0 ? followAudit(rest, last, filter, context) : []) {
      left = printed(entry, left, context);
      if (left <= 0) break;
    }
    return left <= 0 ? EXIT.ok : EXIT.interrupted;
  },
});

function printed(entry: Entry, left: number, context: Context): number {
  const { output } = context;
  const line = (cells: readonly Cell[]) =>
    output.forPeople
      ? cells
          .map((cell) => (typeof cell === 'string' ? printable(cell) : output.paint(cell.style, printable(cell.text))))
          .join('  ')
      : tsvLine(cells);
  if (left > 0) output.entry(entry, () => line(rowOf(entry, context)));
  return left - 1;
}

function rowOf(entry: Entry, { output }: Context): readonly Cell[] {
  const { timestamp, subject, action, outcome, client_address: client, peer_address: peer } = entry;
  return [
    output.forPeople ? new Date(timestamp).toLocaleString() : timestamp,
    subject ?? '-',
    action,
    outcome === undefined || outcome === 'ok' ? (outcome ?? '-') : { text: outcome, style: 'warning' },
    whatOf(entry),
    client ?? peer ?? '-',
  ];
}

function whatOf({ device_address: device, channel_no: channel, parameter, note, changes = [] }: Entry): string {
  const where = device === undefined ? [] : [channel === undefined ? device : `${device}:${channel}`];
  const what = changes.map((change) => `${change.parameter}=${JSON.stringify(change.after) ?? '-'}`);
  return [
    ...where,
    ...(parameter === undefined ? [] : [parameter]),
    ...what,
    ...(note === undefined ? [] : [note]),
  ].join(' ');
}
