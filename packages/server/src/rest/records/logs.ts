import type { Auth } from '@ccu-gateway/auth-core';
import { logLevel, logPage } from '@ccu-gateway/contract';
import {
  type LogLevel,
  type LogLine,
  type LogView,
  principalOf,
  toTimestamp,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { type ConnectionCounter, takePlace } from '../../events/limits.js';
import { openLogSse } from '../../events/log-sse.js';
import { headerOf } from '../../operation/caller.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{
  readonly auth: Auth;
  readonly log: LogView;
  readonly connections: ConnectionCounter;
}>();

const tag = 'diagnostics';
const NDJSON = 'application/x-ndjson';
const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 10_000;
const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

const minLevel = logLevel.default('debug').describe('Lines of lower levels are left out.');

export const logOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics/logs',
    operationId: 'listLogs',
    heavy: true,
    access: 'admin',
    tag,
    summary: 'Show the newest lines of the log',
    description: 'Secrets were replaced before the lines came here.',
    query: z.object({
      limit: z.coerce
        .number()
        .int()
        .min(0)
        .default(DEFAULT_LIMIT)
        .transform((limit) => (limit === 0 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT))),
      min_level: minLevel,
      format: z.enum(['json', 'ndjson']).default('json'),
      download: z.enum(['0', '1']).optional().describe('`1` names it a file.'),
    }),
    responses: { 200: { description: 'The lines, oldest first', schema: logPage, contentTypes: [NDJSON] } },
    handler: ({ query }, { log }) => {
      const records = log.lines({ limit: query.limit, minLevel: query.min_level }).map(lineBody);
      const headers: Record<string, string> =
        query.download === '1' ? { 'content-disposition': `attachment; filename="log.${query.format}"` } : {};
      if (query.format === 'json') return json({ last_seq: log.lastSeq, records }, headers);
      return { status: 200, pieces: linesOf(records), contentType: NDJSON, headers };
    },
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/logs/stream',
    operationId: 'streamLogs',
    access: 'admin',
    tag,
    summary: 'Receive the lines of the log as server-sent events',
    description:
      'Events are called `log` and have their `seq` as id. `missed` counts the lines that a slow reader lost.',
    query: z.object({
      since: z.coerce.number().int().min(0).optional().describe('Begin after this `seq`.'),
      min_level: minLevel,
    }),
    requestHeaders: { 'Last-Event-ID': '`seq` of the last line seen.' },
    responses: { 200: { description: 'An endless stream', contentTypes: ['text/event-stream'] } },
    problems: ['rate_limited'],
    handler: ({ query, caller }, { auth, log, connections }) => {
      const principal = principalOf(caller);
      const last = headerOf(caller, 'last-event-id');
      const since = query.since ?? (last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : undefined);
      const atLeast = query.min_level;
      const stream = openLogSse(log, {
        wanted: (line) => RANK[line.level] >= RANK[atLeast],
        before: since === undefined ? [] : log.lines({ limit: MAX_LIMIT, minLevel: atLeast, since }),
        body: lineBody,
        signal: caller.closing,
        ended: takePlace(connections, principal),
        watchEnd: (ended) => auth.watch(principal, ended),
      });
      return {
        status: 200,
        raw: stream,
        contentType: 'text/event-stream',
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      };
    },
  }),
];

function lineBody({ seq, at, level, logger, message, fields }: LogLine) {
  return { seq, time: toTimestamp(at), level, logger, msg: message, attrs: fields };
}

function* linesOf(records: readonly unknown[]): Generator<string, void, void> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}
