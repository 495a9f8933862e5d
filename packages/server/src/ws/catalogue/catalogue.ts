import { createSchemaBook, type JsonObject } from '../../openapi/schema.js';
import { API_VERSION } from '../../openapi/version.js';
import type { WsCommand } from '../../operation/command.js';
import { broadcasts } from './broadcasts.js';
import { CONTROL_FRAMES, HEARTBEAT, RESUME } from './control-frames.js';

/** The published catalogue of commands and broadcasts. */
export function wsCatalogue(commands: readonly WsCommand<never>[]): JsonObject {
  const book = createSchemaBook('#/schemas/');
  const entries: JsonObject[] = [];
  for (const command of [...commands].sort(byName)) {
    entries.push({
      name: command.name,
      kind: 'command',
      category: command.category,
      description: command.description,
      access: command.access,
      ...(command.args === undefined ? {} : { args: book.of(command.args, 'input') }),
      ...(command.result === undefined ? {} : { result: book.of(command.result, 'output') }),
    });
  }
  for (const broadcast of [...broadcasts].sort(byName)) {
    const { name, category, description, topic, payload } = broadcast;
    entries.push({ name, kind: 'broadcast', category, description, topic, payload: book.of(payload, 'output') });
  }
  const catalogue = {
    version: API_VERSION,
    endpoint: '/api/v1/events',
    envelope: {
      description: 'Every broadcast has these members, but for `momentary`.',
      fields: {
        seq: 'Number of the event: grows, never repeats, stays below 2^53.',
        kind: '`initial`, `change` or `refresh`.',
        topic: 'Topic for subscriptions.',
        type: 'Name of the broadcast.',
        ts: 'RFC 3339 with nanoseconds, UTC.',
        payload: 'Body of the broadcast.',
        momentary: 'true on events without a state, such as a key press; absent otherwise.',
      },
    },
    control: {
      client: ['subscribe', 'unsubscribe', 'pong', 'reauth', 'call'],
      server: [
        'subscribed',
        'unsubscribed',
        'replay_done',
        'replay_lost',
        'outage',
        'lagged',
        'ping',
        'reauth_ok',
        'reauth_failed',
        'result',
        'error',
      ],
      frames: CONTROL_FRAMES,
    },
    resume: RESUME,
    heartbeat: HEARTBEAT,
    close_codes: {
      1000: 'No frame from the client for 60 seconds.',
      1001: 'The gateway is stopping.',
      1003: 'A binary frame was sent.',
      1007: 'A text frame was not UTF-8.',
      1008: 'Messages kept coming too fast.',
      1009: 'A frame was larger than 64 KiB.',
      1013: 'The socket took nothing for 30 seconds.',
      4401: 'The credential ended.',
      4403: 'The role is no longer sufficient.',
    },
    commands: entries,
  };
  return { ...catalogue, schemas: Object.fromEntries(Object.entries(book.parts).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
