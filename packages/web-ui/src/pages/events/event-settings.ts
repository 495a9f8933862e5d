import { readTopics, writeTopics } from '../../net/topic-list.js';
import type { EventFilter } from './event-filter.js';
import type { EventKind } from './event-rows.js';

/** Settings of the inspector, all of them in the address. */
export interface EventSettings extends EventFilter {
  readonly topics: readonly string[];
  /** Start after this event; undefined: with recent events. */
  readonly since?: number;
  readonly paused: boolean;
  /** Number of the event that is open beside the table. */
  readonly open?: number;
  readonly utc: boolean;
}

export type Query = Readonly<Record<string, string>>;

export const ALL_TOPICS: readonly string[] = ['#'];
const KINDS: readonly EventKind[] = ['initial', 'change', 'refresh'];

export function settingsOf(query: Query): EventSettings {
  const { topics = '', text = '', kinds = '', central = '', interface: interfaceId = '', device = '' } = query;
  const since = seqOf(query.since);
  const open = seqOf(query.event);
  const wanted = readTopics(topics);
  return {
    topics: wanted.length === 0 ? ALL_TOPICS : wanted,
    text,
    kinds: KINDS.filter((kind) => kinds.split(',').includes(kind)),
    central,
    interfaceId,
    device,
    ...(since === undefined ? {} : { since }),
    // New events must not displace an event that was opened by a shared address.
    paused: query.paused === '1' || open !== undefined,
    ...(open === undefined ? {} : { open }),
    utc: query.time === 'utc',
  };
}

/** The members of the address for a change; an empty text takes one away. */
export function queryOf(change: Partial<EventSettings>): Query {
  const query: Record<string, string> = {};
  const { topics, kinds } = change;
  if (topics !== undefined) query.topics = topics.join() === ALL_TOPICS.join() ? '' : writeTopics(topics);
  if (kinds !== undefined) query.kinds = kinds.join();
  if (change.text !== undefined) query.text = change.text;
  if (change.central !== undefined) query.central = change.central;
  if (change.interfaceId !== undefined) query.interface = change.interfaceId;
  if (change.device !== undefined) query.device = change.device;
  if ('since' in change) query.since = change.since === undefined ? '' : String(change.since);
  if (change.paused !== undefined) query.paused = change.paused ? '1' : '';
  if ('open' in change) query.event = change.open === undefined ? '' : String(change.open);
  if (change.utc !== undefined) query.time = change.utc ? 'utc' : '';
  return query;
}

/** A number of an event; undefined for anything else. */
export function seqOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text.trim())) return undefined;
  const seq = Number(text);
  return Number.isSafeInteger(seq) ? seq : undefined;
}
