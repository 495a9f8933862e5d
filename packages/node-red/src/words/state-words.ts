import type { StreamLoss } from '@ccu-gateway/client';
import { neededVersion } from '../connection/contract-version.js';
import type { ConnectionState } from '../connection/state.js';
import type { NodeStatus, Red } from '../red/red.js';
import { failureWords } from './failure-words.js';

type Translate = Red['_'];

/** Colour and shape of a state. */
const LOOKS = {
  connecting: { fill: 'yellow', shape: 'ring' },
  replaying: { fill: 'blue', shape: 'ring' },
  connected: { fill: 'green', shape: 'dot' },
  closed: { fill: 'grey', shape: 'ring' },
  away: { fill: 'red', shape: 'ring' },
  denied: { fill: 'red', shape: 'dot' },
  refused: { fill: 'red', shape: 'dot' },
  too_old: { fill: 'red', shape: 'dot' },
  too_new: { fill: 'red', shape: 'dot' },
  unread: { fill: 'yellow', shape: 'ring' },
  unconfigured: { fill: 'grey', shape: 'ring' },
} as const satisfies Readonly<Record<ConnectionState['is'], NodeStatus>>;

/** A state as people read it. */
export function stateWords(translate: Translate, state: ConnectionState): string {
  const say = (key: string, values?: Readonly<Record<string, unknown>>) =>
    translate(`ccu-gateway.state.${key}`, values);
  switch (state.is) {
    case 'connected':
      return state.unsaved === undefined ? say('connected') : say('unsaved', { reason: state.unsaved });
    case 'away':
    case 'denied':
    case 'refused':
      return say(state.is, { reason: state.reason === '' ? say('no_answer') : state.reason });
    case 'too_old':
    case 'too_new':
      return say(state.is, { version: state.version, needed: neededVersion });
    case 'unread':
      return say('unread', { reason: failureWords(translate, state.error) });
    case 'unconfigured':
      return say(`unconfigured_${state.setting}`);
    default:
      return say(state.is);
  }
}

/** A state as the text below a node. */
export function stateStatus(translate: Translate, state: ConnectionState): NodeStatus {
  return { ...LOOKS[state.is], text: stateWords(translate, state) };
}

const REASONS = ['evicted', 'future', 'epoch', 'disabled', 'overflow', 'lagged'];

/** Why events are missing, as people read it. */
export function lossWords(translate: Translate, { reason }: StreamLoss): string {
  const known = REASONS.includes(reason) ? reason : 'other';
  return translate(`ccu-gateway.lost.${known}`, { reason });
}
