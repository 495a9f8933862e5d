import { gunzipSync, gzipSync } from 'node:zlib';
import type { StateRecord } from '@ccu-gateway/fleet/replica';

/**
 * Messages between gateways among the events of a CCU: a change of its model, a piece of its whole state, or a sentinel
 * with a number in the log that is waited for. The last one is the end of a holder that has published everything and
 * gives the CCU back.
 */
export type Hidden =
  | { readonly kind: 'change'; readonly record: unknown }
  | { readonly kind: 'piece'; readonly piece: StatePiece }
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'end' };

/** A piece of a state that was packed. */
export interface StatePiece {
  /** Names the state among those of its CCU. */
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly base64: string;
}

/** A longer record is packed; brokers take a megabyte, and a much smaller record holds up no other. */
const PLAIN_LENGTH = 16_384;
const PIECE_LENGTH = 400_000;
/** An installation of a thousand devices has some ten megabytes. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_PIECES = 1_000;

/** A change as text. */
export function writeChange(record: StateRecord): string {
  const text = JSON.stringify(record);
  return text.length <= PLAIN_LENGTH ? text : JSON.stringify({ packed: gzipSync(text).toString('base64') });
}

/** A sentinel as text. */
export const writeMark = (mark: string): string => JSON.stringify({ mark });

/** The last text of a holder. */
export const END = JSON.stringify({ end: true });

/** The whole state of a CCU as texts, to be published in this order. */
export function writeState(id: string, packed: Uint8Array): readonly string[] {
  const text = Buffer.from(packed).toString('base64');
  const count = Math.max(1, Math.ceil(text.length / PIECE_LENGTH));
  return Array.from({ length: count }, (_, index) => {
    const base64 = text.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH);
    return JSON.stringify({ piece: { id, index, count, base64 } satisfies StatePiece });
  });
}

/** Records in a form that is small. */
export const packState = (records: readonly StateRecord[]): Uint8Array => gzipSync(JSON.stringify(records));

/** Records that were packed; undefined for any other bytes. They are not checked. */
export function unpackState(packed: Uint8Array): readonly unknown[] | undefined {
  try {
    const records: unknown = JSON.parse(gunzipSync(packed, { maxOutputLength: MOST_BYTES }).toString('utf8'));
    return Array.isArray(records) ? records : undefined;
  } catch {
    return undefined;
  }
}

/** The message in a text; undefined for a text that no gateway wrote. */
export function readHidden(text: string): Hidden | undefined {
  const said = parsed(text);
  if (said === undefined) return undefined;
  const { mark, piece, packed, call, end } = said;
  if (end === true) return { kind: 'end' };
  if (typeof mark === 'string') return { kind: 'mark', mark };
  if (isPiece(piece)) return { kind: 'piece', piece };
  if (typeof packed === 'string') {
    const record = unpackedText(packed);
    return record === undefined ? undefined : { kind: 'change', record };
  }
  return typeof call === 'string' ? { kind: 'change', record: said } : undefined;
}

function isPiece(value: unknown): value is StatePiece {
  if (typeof value !== 'object' || value === null) return false;
  const { id, index, count, base64 } = value as Partial<StatePiece>;
  if (typeof id !== 'string' || typeof base64 !== 'string') return false;
  if (!Number.isInteger(index) || !Number.isInteger(count)) return false;
  const [place, all] = [Number(index), Number(count)];
  return place >= 0 && place < all && all <= MOST_PIECES;
}

function unpackedText(base64: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: MOST_BYTES });
    return parsed(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
