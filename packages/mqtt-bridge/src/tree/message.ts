/** Message for a topic. */
export interface TreeMessage {
  readonly topic: string;
  readonly payload: string;
  /** Number of the newest event that it covers. */
  readonly seq: number;
  /** Absent for a lasting value; a momentary one is neither retained by the broker nor sent late. */
  readonly momentary?: { readonly at: number } | undefined;
  /** Another quality than that of the broker's settings. */
  readonly qos?: 0 | 1 | undefined;
  /** Topic of the native tree for filters; the topic itself where it is absent. */
  readonly subject?: string | undefined;
  /** The topic exists and keeps its content at the broker; nothing is published now. */
  readonly held?: true | undefined;
  /** Called when the broker has it; not for a message that a newer one replaced. */
  readonly onSent?: (() => void) | undefined;
}

/** Value with the times of its last report (`ts`) and change (`lc`), both in milliseconds since the Unix epoch. */
export interface TreeValue {
  readonly val: unknown;
  readonly ts?: number | undefined;
  readonly lc?: number | undefined;
  readonly seq: number;
  readonly unit?: string | undefined;
}

/** How values are written. */
export type PayloadStyle = 'json' | 'plain';

/**
 * Text of a value: one JSON object, or only the value itself. A value that JSON cannot represent, such as NaN, is null.
 *
 * @example
 * payloadOf({ val: 21.5, seq: 7 }, 'plain'); // '21.5'
 */
export function payloadOf(value: TreeValue, style: PayloadStyle): string {
  return style === 'json' ? JSON.stringify(value) : plainText(value.val);
}

/** A value without anything around it. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? 'null');
}

/** Milliseconds of an RFC 3339 time; undefined where there is none. */
export function millis(timestamp: string | undefined): number | undefined {
  if (timestamp === undefined) return undefined;
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? undefined : at;
}
