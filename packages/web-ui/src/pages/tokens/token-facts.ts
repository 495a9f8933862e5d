import type { CallAnswer } from '@ccu-gateway/client';
import type { Tone } from '../../ui/layout.tsx';

export type Token = CallAnswer<'listTokensV2'>[number];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SOON_DAYS = 14;
const UNUSED_DAYS = 90;

/** How much longer a token counts: the words to say, and how urgent that is. */
export interface Expiry {
  readonly key: 'never' | 'expired' | 'daysLeft';
  readonly days: number;
  readonly tone: Tone;
}

export function expiryOf({ expires_at: at }: Pick<Token, 'expires_at'>, now: number): Expiry {
  if (at === null || at === undefined) return { key: 'never', days: 0, tone: 'neutral' };
  const left = Date.parse(at) - now;
  if (left <= 0) return { key: 'expired', days: 0, tone: 'bad' };
  // The clock of this page may be some seconds behind that of the gateway.
  const days = Math.max(1, Math.ceil((left - MINUTE_MS) / DAY_MS));
  return { key: 'daysLeft', days, tone: days <= SOON_DAYS ? 'warn' : 'neutral' };
}

/** Nothing used it for so long that it is probably not needed. */
export function isUnused({ created_at, last_seen_at }: Pick<Token, 'created_at' | 'last_seen_at'>, now: number) {
  return now - Date.parse(last_seen_at ?? created_at) > UNUSED_DAYS * DAY_MS;
}

/** Address and program of the last use of a token, as far as they are known. */
export function lastUseOf({ last_address, last_client }: Pick<Token, 'last_address' | 'last_client'>): string {
  return [last_address, last_client].filter(Boolean).join(' · ');
}

/** A purpose, with the role and the name that fit it. */
export const PURPOSES = [
  { id: 'homeassistant', subject: 'home-assistant', role: 'operator' },
  { id: 'grafana', subject: 'grafana', role: 'viewer' },
  { id: 'nodered', subject: 'node-red', role: 'operator' },
  { id: 'wallPanel', subject: 'wall-panel', role: 'operator' },
  { id: 'backup', subject: 'backup', role: 'admin' },
  { id: 'other', subject: '', role: 'viewer' },
] as const;

export const EXPIRIES = ['30', '90', '365', 'never'] as const;
