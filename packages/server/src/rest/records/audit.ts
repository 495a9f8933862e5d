import { auditEntry, timestamp } from '@ccu-gateway/contract';
import { type AuditEntry, type AuditLog, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { csvOf } from '../../http/answers/csv.js';
import { json, operationsWith } from '../../operation/operation.js';
import type { NextTurn } from '../../turns/next-turn.js';
import { finishInTurns, type Steps } from '../../turns/steps.js';

const operation = operationsWith<{ readonly audit: AuditLog; readonly nextTurn: NextTurn }>();

const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;

const time = timestamp.transform((text) => Date.parse(text)).optional();

export const auditOperations = [
  operation({
    method: 'GET',
    path: '/audit',
    operationId: 'listAudit',
    heavy: true,
    access: 'viewer',
    tag: 'audit',
    summary: 'List changes with author and time',
    query: z.object({
      device: z.string().max(128).optional().describe('Beginning of a device address, any case.'),
      op: z.string().max(128).optional().describe('Part of an action, any case.'),
      since: time.describe('Inclusive.'),
      until: time.describe('Exclusive.'),
      limit: z.coerce
        .number()
        .int()
        .min(0)
        .default(DEFAULT_LIMIT)
        .transform((limit) => (limit === 0 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT)))
        .describe(`Entries at most; 0 means ${DEFAULT_LIMIT}, more than ${MAX_LIMIT} means ${MAX_LIMIT}.`),
      offset: z.coerce.number().int().min(0).default(0),
      format: z.enum(['csv', 'json']).optional().describe('`csv` gives a file to download.'),
    }),
    responses: {
      200: { description: 'The entries, newest first', schema: z.array(auditEntry), contentTypes: ['text/csv'] },
    },
    problems: ['service_unready'],
    handler: async ({ query }, { audit, nextTurn }) => {
      const { format, ...filter } = query;
      const entries = await finishInTurns(entrySteps(await audit.query(filter)), nextTurn);
      if (format !== 'csv') return json(entries);
      return {
        status: 200,
        pieces: csvOf(COLUMNS, entries),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
      };
    },
  }),
];

const COLUMNS = [
  'timestamp',
  'action',
  'outcome',
  'subject',
  'scheme',
  'peer_address',
  'client_address',
  'central',
  'device_address',
  'channel_no',
  'paramset',
  'parameter',
  'peer',
  'note',
  'request_id',
  'changes',
  'token_fingerprint',
  'via_user',
  'via_user_name',
] as const;

/** Entries of one step. */
const ENTRIES_PER_STEP = 1_000;

function* entrySteps(found: readonly AuditEntry[]): Steps<readonly z.input<typeof auditEntry>[]> {
  const entries: z.input<typeof auditEntry>[] = [];
  for (const entry of found) {
    entries.push(auditEntryOf(entry));
    if (entries.length % ENTRIES_PER_STEP === 0) yield;
  }
  return entries;
}

export function auditEntryOf(entry: AuditEntry): z.input<typeof auditEntry> {
  return {
    id: entry.id,
    timestamp: toTimestamp(entry.at),
    action: entry.action,
    central: entry.central,
    subject: entry.user,
    user: entry.user,
    scheme: entry.scheme,
    outcome: entry.outcome,
    peer_address: entry.peer,
    client_address: entry.client,
    token_fingerprint: entry.tokenFingerprint,
    via_user: entry.viaUser,
    via_user_name: entry.viaUserName,
    request_id: entry.requestId,
    device_address: entry.deviceAddress,
    channel_no: entry.channelNo,
    paramset: entry.paramset,
    peer: entry.peerAddress,
    parameter: entry.parameter,
    note: entry.note,
    changes: entry.changes === undefined ? undefined : [...entry.changes],
  };
}
