import type { Auth, Principal } from '@ccu-gateway/auth-core';
import { eventLogPage } from '@ccu-gateway/contract';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { principalOf } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { type ConnectionCounter, takePlace } from '../../events/limits.js';
import { openSse } from '../../events/sse.js';
import { headerOf } from '../../operation/caller.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{
  readonly auth: Auth;
  readonly events: ReadableEventStream;
  readonly connections: ConnectionCounter;
}>();

const tag = 'events';
const cursor = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** `?topics=a,b` and `?topics=a&topics=b` mean the same. */
const topics = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? [value] : value).flatMap((text) => text.split(',')))
  .transform((all) => all.map((topic) => topic.trim()).filter((topic) => topic !== ''))
  .pipe(z.array(z.string().max(256)).max(256));

export const eventOperations = [
  operation({
    method: 'GET',
    path: '/events',
    operationId: 'openEvents',
    access: 'viewer',
    tag,
    summary: 'Upgrade to the WebSocket of events and commands',
    description: 'An RFC 6455 upgrade, version 13. The frames are described in the WebSocket catalogue.',
    responses: { 101: { description: 'The socket is open' } },
    problems: ['bad_request', 'rate_limited'],
    handler: () => {
      throw new GatewayError('bad_request', 'This path is a WebSocket: send an upgrade', {
        reason: 'upgrade_required',
        headers: { upgrade: 'websocket' },
      });
    },
  }),
  operation({
    method: 'GET',
    path: '/events/stream',
    operationId: 'streamEvents',
    access: 'viewer',
    tag,
    summary: 'Receive events as server-sent events',
    description:
      'Every event has its `seq` as id. `Last-Event-ID`, which browsers send by themselves, or `since` continues after ' +
      'that event. A control frame (`replay_done`, `replay_lost`, …) comes with the event name `control`.',
    query: z.object({
      topics: topics.optional().describe('Patterns, separated by commas. Default: everything.'),
      since: cursor.optional(),
      mode: z
        .enum(['all', 'latest'])
        .optional()
        .describe('For a reader that has fallen behind: `replay_lost`, or the newest of everything.'),
    }),
    requestHeaders: { 'Last-Event-ID': '`seq` of the last event seen.' },
    responses: { 200: { description: 'An endless stream', contentTypes: ['text/event-stream'] } },
    problems: ['bad_request', 'rate_limited'],
    handler: ({ query, caller }, { auth, events, connections }) => {
      const principal: Principal = principalOf(caller);
      const lastEventId = headerOf(caller, 'last-event-id');
      const since = lastEventId === undefined ? query.since : cursorOf(lastEventId);
      const stream = openSse(events, {
        principal: principal.subject,
        clientName: headerOf(caller, 'user-agent'),
        remoteAddress: caller.facts.client,
        topics: query.topics ?? ['*'],
        since,
        mode: query.mode,
        signal: caller.closing,
        ended: takePlace(connections, principal),
        watchEnd: (ended) => auth.watch(principal, ended),
      });
      return {
        status: 200,
        raw: stream,
        contentType: 'text/event-stream',
        headers: { 'x-accel-buffering': 'no', 'cache-control': 'no-store, no-transform' },
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/events/log',
    operationId: 'listEvents',
    heavy: true,
    access: 'viewer',
    tag,
    summary: 'Page through the events that are kept',
    query: z.object({
      since: cursor.default(0).describe('Events after this number.'),
      topics: topics.optional().describe('Patterns, separated by commas. Default: everything.'),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    responses: { 200: { description: 'A page of events, oldest first', schema: eventLogPage } },
    problems: ['bad_request', 'service_unready'],
    handler: async ({ query }, { events }) => {
      const page = await events.page(query);
      return json({
        events: page.events,
        gaps: page.gaps,
        oldest_seq: page.oldestSeq,
        seq: page.seq,
        epoch: page.epoch,
        next_since: page.nextSince,
        more: page.more,
      });
    },
  }),
];

function cursorOf(lastEventId: string): number | undefined {
  const parsed = cursor.safeParse(lastEventId);
  if (parsed.success && lastEventId.trim() !== '') return parsed.data;
  throw new GatewayError('bad_request', 'Last-Event-ID is not a number of an event', { reason: 'cursor_invalid' });
}
