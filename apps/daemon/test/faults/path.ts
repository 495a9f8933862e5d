import type { ConnectionState } from '@ccu-gateway/ccu-client';
import type { Frame } from '../socket.js';

const FALLING = ['disconnected', 'booting'] as const;

/** Where a link may go from each state. Whatever happens, the way back leads through registering and loading. */
const NEXT: Readonly<Record<ConnectionState, readonly ConnectionState[]>> = {
  connected: ['suspect', 'reregistering', ...FALLING],
  suspect: ['connected', 'reregistering', 'callback_unreachable', ...FALLING],
  reregistering: ['connected', 'suspect', 'callback_unreachable', ...FALLING],
  callback_unreachable: ['connected', ...FALLING],
  disconnected: ['probing'],
  probing: ['registering', 'warm_up', ...FALLING],
  booting: ['warm_up', 'disconnected'],
  warm_up: ['registering', ...FALLING],
  registering: ['loading', ...FALLING],
  loading: ['connected', 'suspect', 'callback_unreachable', ...FALLING],
  stopped: [],
};

/** The states of the link in the order in which the stream told them, words in between. */
export function pathOf(frames: readonly Frame[]): string {
  return frames
    .filter(({ type }) => type === 'system.status_changed')
    .map(({ payload }) => payload.connection_state)
    .join(' ');
}

/** Steps that no link may take. */
export function impossibleSteps(path: string): readonly string[] {
  const states = ['connected', ...path.split(' ')] as readonly ConnectionState[];
  return states.slice(1).flatMap((state, i) => {
    const from = states[i] as ConnectionState;
    return NEXT[from].includes(state) ? [] : [`${from} -> ${state}`];
  });
}
