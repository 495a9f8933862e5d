import type { CallAnswer } from '@ccu-gateway/client';
import { command } from '../context/context.js';
import { parseCount, parseMoment } from '../terminal/time.js';

type Entry = CallAnswer<'listAudit'>[number];

/** `audit`: what was changed, by whom and when. */
export const auditCommand = command({
  name: 'ccu-gateway audit',
  description: 'List what was changed, by whom and when; the newest first.',
  args: {
    since: { type: 'string', valueHint: 'TIME', description: 'from then on: 2026-09-23T08:00, 2026-09-23, 2h, 7d' },
    until: { type: 'string', valueHint: 'TIME', description: 'before then' },
    device: { type: 'string', valueHint: 'DEVICE', description: 'beginning of the address of a device' },
    action: { type: 'string', valueHint: 'TEXT', description: 'part of an action, such as token' },
    limit: { type: 'string', valueHint: 'N', description: 'so many at most, default 100' },
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
    const rest = await context.rest({ token: 'required' });
    const entries = await rest.call('listAudit', { query });
    return {
      data: entries,
      table: {
        header: ['TIME', 'WHO', 'ACTION', 'OUTCOME', 'WHAT', 'FROM'],
        rows: entries.map((entry) => [
          context.output.forPeople ? new Date(entry.timestamp).toLocaleString() : entry.timestamp,
          entry.subject ?? '-',
          entry.action,
          entry.outcome === undefined || entry.outcome === 'ok'
            ? (entry.outcome ?? '-')
            : { text: entry.outcome, style: 'warning' },
          whatOf(entry),
          entry.client_address ?? entry.peer_address ?? '-',
        ]),
      },
    };
  },
});

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
