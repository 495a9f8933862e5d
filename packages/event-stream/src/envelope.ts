import { InvalidEventError } from './errors.js';
import type { EventKind } from './event.js';
import type { TopicRecord } from './topic/table.js';

/** The frame up to the topic, and the part that stays when the kind is written anew. */
export interface Envelope {
  readonly text: string;
  readonly rest: string;
}

export interface EnvelopeParts {
  readonly seq: number;
  readonly kind: EventKind;
  readonly topic: TopicRecord;
  readonly type: string;
  readonly ts: string;
  readonly payload: object;
}

/** Only the payload is stringified; everything else is put together from text that is known already. */
export function writeEnvelope(parts: EnvelopeParts): Envelope {
  const rest = `"type":${JSON.stringify(parts.type)},"ts":"${parts.ts}","payload":${stringifyPayload(parts.payload)}}`;
  return { text: envelopeText(parts.seq, parts.kind, parts.topic, rest), rest };
}

export function envelopeText(seq: number, kind: EventKind, topic: TopicRecord, rest: string): string {
  return `{"seq":${seq},"kind":"${kind}","topic":${topic.json},${rest}`;
}

function stringifyPayload(payload: object): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(payload);
  } catch {
    throw new InvalidEventError('the payload cannot be written as JSON');
  }
  if (text === undefined || text[0] !== '{') throw new InvalidEventError('the payload is not an object');
  return text;
}
