import { limits } from '../model/limits.js';
import { isCursor } from '../model/request.js';
import { readClientTopics } from '../topic/client-topics.js';

/** Message of a client. */
export type Inbound =
  | {
      readonly op: 'subscribe';
      readonly topics: readonly string[];
      readonly since?: number;
      readonly epoch?: string;
      readonly mode?: 'all' | 'latest';
    }
  | { readonly op: 'unsubscribe'; readonly topics: readonly string[] }
  | { readonly op: 'pong'; readonly echo?: string }
  | { readonly op: 'reauth'; readonly token: string }
  | {
      readonly op: 'call';
      readonly id: string;
      readonly command: string;
      readonly args: Readonly<Record<string, unknown>>;
    };

/** Refused by a frame of its own; `id` when the answer belongs to a call. */
export interface Refusal {
  readonly op: 'refused';
  readonly message: string;
  readonly callId?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads one text message. Unknown members are ignored, everything that is used is checked. */
export function readInbound(text: string): Inbound | Refusal {
  if (isTooDeep(text)) return refused(`nested deeper than ${limits.messageDepth} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not a JSON object');
  const fields = value as Fields;
  switch (own(fields, 'op')) {
    case 'subscribe':
      return readSubscribe(fields);
    case 'unsubscribe':
      return readUnsubscribe(fields);
    case 'pong': {
      const echo = own(fields, 'echo');
      return { op: 'pong', echo: typeof echo === 'string' ? echo : undefined };
    }
    case 'reauth': {
      const token = own(fields, 'token');
      return typeof token === 'string' ? { op: 'reauth', token } : refused('token must be a string');
    }
    case 'call':
      return readCall(fields);
    default:
      return refused('unknown op');
  }
}

function readSubscribe(fields: Fields): Inbound | Refusal {
  const topics = readClientTopics(own(fields, 'topics'));
  if (typeof topics === 'string') return refused(topics);
  const since = own(fields, 'since') ?? undefined;
  if (since !== undefined && !isCursor(since)) return refused('since must be an integer from 0 to 2^53 - 1');
  const epoch = own(fields, 'epoch') ?? undefined;
  if (epoch !== undefined && typeof epoch !== 'string') return refused('epoch must be a string');
  const mode = own(fields, 'mode') ?? undefined;
  if (mode !== undefined && mode !== 'all' && mode !== 'latest') return refused('mode must be "all" or "latest"');
  return { op: 'subscribe', topics, since, epoch, mode };
}

function readUnsubscribe(fields: Fields): Inbound | Refusal {
  const topics = readClientTopics(own(fields, 'topics'));
  return typeof topics === 'string' ? refused(topics) : { op: 'unsubscribe', topics };
}

function readCall(fields: Fields): Inbound | Refusal {
  const id = own(fields, 'id');
  if (typeof id !== 'string' || id === '') return { op: 'refused', message: 'missing id', callId: '' };
  const command = own(fields, 'command');
  if (typeof command !== 'string' || command === '') return { op: 'refused', message: 'missing command', callId: id };
  const args = own(fields, 'args') ?? {};
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return { op: 'refused', message: 'args must be an object', callId: id };
  }
  return { op: 'call', id, command, args: args as Fields };
}

function refused(message: string): Refusal {
  return { op: 'refused', message };
}

/** Own members only: those of a prototype were not sent by the client. */
function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Checked before parsing, so that nothing behind it ever walks a deep structure. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === 0x5c) index += 1;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > limits.messageDepth) return true;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return false;
}
