import { InvalidEventError } from '../model/errors.js';
import type { EventKind } from '../model/event.js';
import type { Stem, TopicRecord } from '../topic/table.js';

/** The common part of the events of one type on one topic, put together once. */
export function stemOf(topic: TopicRecord, kind: EventKind, type: string): Stem {
  const known = topic.stem;
  if (known !== undefined && known.type === type && known.kind === kind) return known;
  // Joined, because a string that was added up would be copied together again for every event.
  const text = [',"kind":"', kind, '","topic":', topic.json, ',"type":', JSON.stringify(type), ',"ts":"'].join('');
  const stem = { kind, type, text, key: [topic.name, type].join('\n') };
  topic.stem = stem;
  return stem;
}

/** The text of an event without its number; only the payload is stringified. */
export function writeDraft(stem: Stem, ts: string, payload: string, momentary: boolean): string {
  return `{${stem.text.slice(1)}${ts}","payload":${payload}${momentary ? ',"momentary":true}' : '}'}`;
}

/** A draft as the frame that it becomes with its number. */
export function numbered(draft: string, seq: number): string {
  return `{"seq":${seq},${draft.slice(1)}`;
}

/** The newest event of a key again, as a repeat. `rest`: the members of its frame after the topic. */
export function refreshText(seq: number, topic: TopicRecord, rest: string): string {
  return `{"seq":${seq},"kind":"refresh","topic":${topic.json},${rest}`;
}

export function stringifyPayload(payload: object): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(payload);
  } catch {
    throw new InvalidEventError('the payload cannot be written as JSON');
  }
  if (text === undefined || text[0] !== '{') throw new InvalidEventError('the payload is not an object');
  return text;
}
