import type { AuditEntry } from '@ccu-gateway/gateway-core/use-cases';

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
  'mcp_call',
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
