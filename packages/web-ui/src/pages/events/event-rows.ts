import type { GatewayEvent } from '@ccu-gateway/client';

export type EventKind = GatewayEvent['kind'];

/** Event in the form of the inspector; members without a value for this type are absent. */
export interface EventItem {
  readonly item: 'event';
  /** Also the place of the row: events are in the order of their numbers. */
  readonly seq: number;
  /** Milliseconds since 1970, with the fraction of the gateway. */
  readonly at: number;
  readonly kind: EventKind;
  readonly topic: string;
  readonly type: string;
  readonly momentary: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly central?: string;
  readonly interfaceId?: string;
  readonly device?: string;
  /** Previous value; undefined where it is unknown. */
  readonly before?: unknown;
  /** Current value; undefined where the event has no single value. */
  readonly value?: unknown;
  /** Payload of the event before on the same topic, for the comparison. */
  readonly earlier?: Readonly<Record<string, unknown>>;
}

/** Events that are missing here, and why. */
export interface GapItem {
  readonly item: 'gap';
  readonly seq: number;
  readonly at: number;
  readonly after: number;
  readonly reason: string;
  readonly missing?: number;
}

/** A line that the reader drew. */
export interface MarkItem {
  readonly item: 'mark';
  readonly seq: number;
  readonly at: number;
}

export type Item = EventItem | GapItem | MarkItem;

/** Makes items of events, and remembers the newest of each topic for "before". */
export interface ItemMaker {
  of(event: RawEvent): EventItem;
}

/** An event of the stream or of the log; types that are not in the catalogue may come. */
export interface RawEvent {
  readonly seq: number;
  readonly kind: EventKind;
  readonly topic: string;
  readonly type: string;
  readonly ts: string;
  readonly payload: unknown;
  readonly momentary?: boolean;
}

/** Topics with a remembered newest payload; an installation of 500 devices has about as many that change. */
const REMEMBERED = 20_000;

export function createItemMaker(interfaceOf: (central: string, device: string) => string | undefined): ItemMaker {
  const newest = new Map<string, EventItem['payload']>();
  return {
    of({ seq, kind, topic, type, ts, payload: body, momentary }) {
      const payload = isRecord(body) ? body : {};
      const earlier = newest.get(topic);
      if (newest.size >= REMEMBERED) newest.clear();
      newest.set(topic, payload);
      const central = textOf(payload.central);
      const device = textOf(payload.device_address);
      const interfaceId =
        textOf(payload.interface_id) ??
        (central === undefined || device === undefined ? undefined : interfaceOf(central, device));
      const value = mainValueOf(payload);
      const before =
        'previous' in payload ? payload.previous : earlier === undefined ? undefined : mainValueOf(earlier);
      return {
        item: 'event',
        seq,
        at: millisecondsOf(ts),
        kind,
        topic,
        type,
        momentary: momentary === true,
        payload,
        ...(central === undefined ? {} : { central }),
        ...(interfaceId === undefined ? {} : { interfaceId }),
        ...(device === undefined ? {} : { device }),
        ...(before === undefined ? {} : { before }),
        ...(value === undefined ? {} : { value }),
        ...(earlier === undefined ? {} : { earlier }),
      };
    },
  };
}

/** Members that describe an event, the most important first. */
const TELLING = [
  'value',
  'state',
  'available',
  'reachable',
  'new_state',
  'phase',
  'status',
  'count',
  'healthy',
  'active',
];

function mainValueOf(payload: EventItem['payload']): unknown {
  const name = TELLING.find((each) => payload[each] !== undefined);
  return name === undefined ? undefined : payload[name];
}

/** `Date.parse` stops at milliseconds; for distances between events of one burst that is too coarse. */
function millisecondsOf(ts: string): number {
  const [, whole = '', fraction = ''] = /^([^.]*)(?:\.(\d+))?Z$/.exec(ts) ?? [];
  const seconds = Date.parse(`${whole}Z`);
  return Number.isNaN(seconds) ? Date.parse(ts) : seconds + Number(`0.${fraction || '0'}`) * 1000;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
