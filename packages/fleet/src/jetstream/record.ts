import type { SharedDraft, SharedRecord } from '@ccu-gateway/event-stream';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { encodeToken } from '../broker/tokens.js';
import { sourceOf } from './subjects.js';

/** JSON first, so that anything which a string can hold survives; then only characters that a header may have. */
const pack = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const unpack = (text: string): unknown => JSON.parse(decodeURIComponent(text));

/** The id of a message: unique in the stream, because that of a draft is unique in its source. */
export function messageId(source: string, draft: SharedDraft): string {
  return `${encodeToken(source)}.${encodeToken(draft.id)}`;
}

export function headersOf({ id, topic, segments, key, lost, hidden, before }: SharedDraft): MsgHdrs {
  const set = headers();
  const members = {
    'Event-Id': id,
    'Event-Topic': topic,
    'Event-Segments': segments,
    'Event-Key': key,
    'Event-Lost': lost,
    'Event-Hidden': hidden,
    'Event-Before': before?.map(({ length }) => length),
  };
  for (const [name, value] of Object.entries(members)) if (value !== undefined) set.set(name, pack(value));
  return set;
}

/** The hidden texts before an event, and the event: headers have the length of each text, in UTF-16 units. */
export const bodyOf = ({ before = [], text }: SharedDraft): string => before.join('') + text;

/** Throws where the text is shorter than its parts. */
function split(body: string, lengths: readonly unknown[]): Pick<SharedDraft, 'text' | 'before'> {
  let at = 0;
  const before = lengths.map((length) => {
    if (!Number.isInteger(length) || Number(length) < 0) throw new RangeError('a text has a length');
    at += Number(length);
    return body.slice(at - Number(length), at);
  });
  if (at > body.length) throw new RangeError('texts are missing');
  return { text: body.slice(at), before };
}

/** A message as it was published by `headersOf` and `bodyOf`; undefined where another program has published it. */
export function readRecord(message: {
  readonly seq: number;
  readonly subject: string;
  readonly headers?: MsgHdrs;
  string(): string;
}): SharedRecord | undefined {
  const member = (name: string): unknown => {
    const text = message.headers?.get(name);
    return text ? unpack(text) : undefined;
  };
  try {
    const [id, topic] = [member('Event-Id'), member('Event-Topic')];
    if (typeof id !== 'string' || typeof topic !== 'string') return undefined;
    const [segments, key, lost] = [member('Event-Segments'), member('Event-Key'), member('Event-Lost')];
    const before = member('Event-Before');
    return {
      id,
      topic,
      ...(Array.isArray(before) ? split(message.string(), before) : { text: message.string() }),
      ...(Array.isArray(segments) && { segments: segments.map(String) }),
      ...(typeof key === 'string' && { key }),
      ...(typeof lost === 'number' && { lost }),
      ...(member('Event-Hidden') === true && { hidden: true }),
      seq: message.seq,
      source: sourceOf(message.subject),
    };
  } catch {
    return undefined;
  }
}
