import type { Endpoint } from '@matter/main';
import { inputKey } from '../house/house.js';
import type { ClusterPlan, Press } from '../mapping/plan.js';
import type { BridgeClock } from '../ports/ports.js';
import type { LiveEndpoint } from './live-endpoint.js';

/** How long after a short press a second one belongs to it. */
const MULTI_PRESS_MS = 500;

interface Button {
  readonly endpoint: Endpoint;
  readonly press: Press;
}

/** Tells controllers what happens at buttons. */
export interface Presses {
  follow(things: readonly LiveEndpoint[]): void;
  onPress(key: string): void;
}

/** As far as the events of the cluster `Switch` are used here. */
type Emit = (name: string, payload: Readonly<Record<string, number>>) => void;

export function createPresses(clock: BridgeClock): Presses {
  let buttons = new Map<string, Button[]>();
  const counting = new Map<Endpoint, { count: number; cancel: () => void }>();

  function complete(endpoint: Endpoint): void {
    const counted = counting.get(endpoint);
    counting.delete(endpoint);
    if (counted === undefined) return;
    tell(endpoint, (emit) =>
      emit('multiPressComplete', { previousPosition: 1, totalNumberOfPressesCounted: counted.count }),
    );
  }

  function short(endpoint: Endpoint, presses: number): void {
    const before = counting.get(endpoint);
    before?.cancel();
    const count = (before?.count ?? 0) + presses;
    tell(endpoint, (emit) => {
      emit('initialPress', { newPosition: 1 });
      emit('shortRelease', { previousPosition: 1 });
    });
    counting.set(endpoint, { count, cancel: clock.after(MULTI_PRESS_MS, () => complete(endpoint)) });
  }

  const react: Readonly<Record<Press, (endpoint: Endpoint) => void>> = {
    short: (endpoint) => short(endpoint, 1),
    double: (endpoint) => short(endpoint, 2),
    long_start: (endpoint) => tell(endpoint, longPress),
    long: (endpoint) => tell(endpoint, longPress),
    long_release: (endpoint) => tell(endpoint, (emit) => emit('longRelease', { previousPosition: 1 })),
  };

  return {
    follow(things) {
      buttons = new Map();
      for (const { endpoint, plan } of things) {
        const { clusters, parts } = plan();
        const shown = [...endpoint.parts];
        learn(buttons, endpoint, clusters);
        parts.forEach((part, at) => {
          const partEndpoint = shown[at];
          if (partEndpoint !== undefined) learn(buttons, partEndpoint, part.clusters);
        });
      }
    },
    onPress(key) {
      for (const { endpoint, press } of buttons.get(key) ?? []) react[press](endpoint);
    },
  };
}

const longPress = (emit: Emit): void => {
  emit('initialPress', { newPosition: 1 });
  emit('longPress', { newPosition: 1 });
};

function learn(buttons: Map<string, Button[]>, endpoint: Endpoint, clusters: readonly ClusterPlan[]): void {
  for (const { of, press } of clusters.flatMap(({ presses }) => presses)) {
    const key = inputKey(of);
    buttons.set(key, [...(buttons.get(key) ?? []), { endpoint, press }]);
  }
}

/** The events of a cluster are known by name only when the program runs; one that its features lack is left out. */
function tell(endpoint: Endpoint, emitAll: (emit: Emit) => void): void {
  void endpoint.act((agent) => {
    const { events } = (agent as unknown as { switch: { events: Record<string, EventOf | undefined> } }).switch;
    emitAll((name, payload) => events[name]?.emit(payload, agent.context));
  });
}

interface EventOf {
  emit(payload: unknown, context: unknown): void;
}
