/** One line of the history. Times are milliseconds since the Unix epoch; texts are the writer's, escape them where shown. */
export interface AuditEntry {
  /** Given by the log. */
  readonly id?: number;
  readonly at: number;
  /** Stable tag such as `data_point_write` or `token.create`. */
  readonly action: string;
  readonly central?: string;
  readonly user?: string;
  readonly scheme?: string;
  readonly outcome?: string;
  readonly peer?: string;
  /** The caller's address where a trusted proxy reported another one than the peer's. */
  readonly client?: string;
  /** First 12 digits of the fingerprint of the API token that was used. */
  readonly tokenFingerprint?: string;
  /** Id and name of the user that a trusted ingress proxy forwarded; `user` is `ha-ingress` then. */
  readonly viaUser?: string;
  readonly viaUserName?: string;
  readonly requestId?: string;
  readonly deviceAddress?: string;
  readonly channelNo?: number;
  readonly paramset?: string;
  readonly peerAddress?: string;
  readonly parameter?: string;
  readonly note?: string;
  readonly changes?: readonly { readonly parameter: string; readonly before?: unknown; readonly after?: unknown }[];
}

/**
 * Kind of an entry. Each kind has bounds of its own, so that frequent entries of many callers cannot displace rare ones
 * of few.
 */
export type AuditKind = 'administration' | 'operation' | 'sign_in';

/** How many entries of a kind are kept, and for how many milliseconds. */
export interface KindBounds {
  readonly rows: number;
  readonly ageMs: number;
}

const DAY_MS = 86_400_000;

/** The bounds of each kind. */
export const KIND_BOUNDS: Readonly<Record<AuditKind, KindBounds>> = {
  administration: { rows: 50_000, ageMs: 1_095 * DAY_MS },
  operation: { rows: 150_000, ageMs: 400 * DAY_MS },
  sign_in: { rows: 20_000, ageMs: 400 * DAY_MS },
};

/** Refused requests, of which one row stands for all of a source and minute. */
export const REFUSAL_BOUNDS: KindBounds = { rows: 20_000, ageMs: 90 * DAY_MS };

/** Actions of everyday use that name no device. */
const OPERATIONS = new Set([
  'active_profile',
  'backup_download',
  'button',
  'custom_data_point_operation',
  'data_point_write',
  'device_search',
  'program_execute',
  'program_write',
  'sysvar_write',
]);

/**
 * Whether an entry is about a refused request.
 *
 * @example
 * if (isRefusal(entry)) gatherer.add(entry);
 */
export function isRefusal(entry: AuditEntry): boolean {
  return entry.outcome === 'refused';
}

/**
 * The kind of an entry, by its action and its device.
 *
 * @example
 * const { rows, ageMs } = KIND_BOUNDS[kindOf(entry)];
 */
export function kindOf(entry: AuditEntry): AuditKind {
  if (entry.deviceAddress !== undefined || OPERATIONS.has(entry.action) || entry.action.endsWith('_message_ack')) {
    return 'operation';
  }
  return /^(auth|session)\./.test(entry.action) ? 'sign_in' : 'administration';
}
