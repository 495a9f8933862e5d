import type { AlarmPanel } from '@ccu-gateway/contract/types';
import type { Topics } from '../topics/tree.js';
import { type PayloadStyle, payloadOf, type TreeMessage } from './message.js';
import { jsonOrText, PayloadError } from './payload.js';

/** Owner of the topics of the alarm system in the place of a CCU; no CCU has this name. */
export const ALARM_OWNER = '';

/** Words of Home Assistant for the modes of a zone. */
export const ARM_ACTIONS = {
  ARM_HOME: 'perimeter',
  ARM_AWAY: 'full',
  ARM_NIGHT: 'night',
  ARM_VACATION: 'vacation',
  ARM_CUSTOM_BYPASS: 'custom',
} as const;

type ArmAction = keyof typeof ARM_ACTIONS;

/** Command for a zone of the alarm system. A `code` is a PIN. */
export type AlarmCommand =
  | {
      readonly kind: 'arm';
      readonly zone: string;
      readonly mode: (typeof ARM_ACTIONS)[ArmAction];
      readonly code?: string | undefined;
    }
  | { readonly kind: 'disarm'; readonly zone: string; readonly code?: string | undefined };

/** The retained messages of all zones: the state alone, or with the facts that a control panel shows. */
export function alarmMessages(
  panels: readonly AlarmPanel[],
  seq: number,
  { topics, style }: { readonly topics: Topics; readonly style: PayloadStyle },
): TreeMessage[] {
  return panels.map(({ zone_id, state, name, available, supported_modes: modes }) => ({
    topic: topics.alarm(zone_id),
    payload:
      style === 'json' ? JSON.stringify({ state, name, available, modes, seq }) : payloadOf({ val: state, seq }, style),
    seq,
  }));
}

/**
 * Command of a payload for a zone: an action, or a JSON object with `action` and `code`.
 *
 * @throws PayloadError
 * @example
 * alarmCommandOf('ground', Buffer.from('{"action":"DISARM","code":"4711"}'));
 */
export function alarmCommandOf(zone: string, payload: Buffer): AlarmCommand {
  const parsed = jsonOrText(payload);
  const { action, code } = (typeof parsed === 'object' && parsed !== null ? parsed : { action: parsed }) as {
    readonly action?: unknown;
    readonly code?: unknown;
  };
  // As a number it would lose the zeros that it begins with.
  if (code !== undefined && code !== null && typeof code !== 'string') throw new PayloadError('code must be a text');
  const word = typeof action === 'string' ? action.trim().toUpperCase() : '';
  const entered = code ? { code } : {};
  if (word === 'DISARM') return { kind: 'disarm', zone, ...entered };
  if (isArmAction(word)) return { kind: 'arm', zone, mode: ARM_ACTIONS[word], ...entered };
  throw new PayloadError(`action must be DISARM or one of ${Object.keys(ARM_ACTIONS).join(', ')}`);
}

const isArmAction = (word: string): word is ArmAction => Object.hasOwn(ARM_ACTIONS, word);
