import type { Endpoint } from '@matter/main';
import { inputKey } from '../house/house.js';
import type { ClusterPlan, Press } from '../mapping/plan.js';
import type { BridgeClock } from '../ports/ports.js';
import type { LiveEndpoint } from './live-endpoint.js';

/** How long after a short press a second one belongs to it. */
const MULTI_PRESS_MS = 500;
/** Longer series of presses are reported as zero presses, as Matter requires. */
const MULTI_PRESS_MAX = 2;
/** A held key repeats its event; after this time without one it is released. */
const HELD_MS = 2000;

interface Button {
  readonly thing: LiveEndpoint;
  readonly endpoint: Endpoint;
  readonly press: Press;
}

/** Reports the presses of buttons to controllers. */
export interface Presses {
  follow(things: readonly LiveEndpoint[]): void;
  /** True for a press of an exposed button. */
  onPress(key: string): boolean;
}

/** As far as the events of the cluster `Switch` are used here. */
type Emit = (name: string, payload: Readonly<Record<string, number>>) => void;

/** Current state of a button. */
interface Doing {
  counted: number;
  isHeld: boolean;
  cancel: () => void;
}

/** `failed` is called for a thing with a press that could not be reported to controllers. */
export function createPresses(clock: BridgeClock, failed: (thing: LiveEndpoint, error: unknown) => void): Presses {
  let buttons: ReadonlyMap<string, readonly Button[]> = new Map();
  const doing = new Map<Endpoint, Doing>();

  /** Ends the previous press of the button, and reports that. */
  function end(endpoint: Endpoint, emit: Emit): void {
    const before = doing.get(endpoint);
    doing.delete(endpoint);
    before?.cancel();
    if (before?.isHeld === true) emit('longRelease', { previousPosition: 1 });
    else if (before !== undefined) emit('multiPressComplete', completed(before.counted));
  }

  function soon({ thing, endpoint }: Button, state: Omit<Doing, 'cancel'>, ms: number): void {
    doing.get(endpoint)?.cancel();
    const cancel = clock.after(ms, () => tell(thing, endpoint, (emit) => end(endpoint, emit)));
    doing.set(endpoint, { ...state, cancel });
  }

  function short(button: Button, presses: number, emit: Emit): void {
    if (doing.get(button.endpoint)?.isHeld === true) end(button.endpoint, emit);
    let counted = doing.get(button.endpoint)?.counted ?? 0;
    for (let press = 0; press < presses; press += 1) {
      counted += 1;
      emit('initialPress', { newPosition: 1 });
      if (counted > 1) emit('multiPressOngoing', { newPosition: 1, currentNumberOfPressesCounted: counted });
      emit('shortRelease', { previousPosition: 1 });
    }
    soon(button, { counted, isHeld: false }, MULTI_PRESS_MS);
  }

  function begin({ endpoint }: Button, emit: Emit): void {
    end(endpoint, emit);
    emit('initialPress', { newPosition: 1 });
    emit('longPress', { newPosition: 1 });
    doing.set(endpoint, { counted: 0, isHeld: true, cancel: () => undefined });
  }

  const react: Readonly<Record<Press, (button: Button, emit: Emit) => void>> = {
    short: (button, emit) => short(button, 1, emit),
    double: (button, emit) => short(button, 2, emit),
    long_start: begin,
    long(button, emit) {
      if (doing.get(button.endpoint)?.isHeld !== true) begin(button, emit);
      soon(button, { counted: 0, isHeld: true }, HELD_MS);
    },
    long_release({ endpoint }, emit) {
      if (doing.get(endpoint)?.isHeld === true) end(endpoint, emit);
    },
  };

  function tell(thing: LiveEndpoint, endpoint: Endpoint, emitAll: (emit: Emit) => void): void {
    emitEvents(endpoint, emitAll).catch((error: unknown) => failed(thing, error));
  }

  return {
    follow(things) {
      buttons = buttonsOf(things);
    },
    onPress(key) {
      const pressed = buttons.get(key) ?? [];
      for (const button of pressed) {
        tell(button.thing, button.endpoint, (emit) => react[button.press](button, emit));
      }
      return pressed.length > 0;
    },
  };
}

/** The events of a cluster are known by name only when the program runs; one that its features lack is left out. */
async function emitEvents(endpoint: Endpoint, emitAll: (emit: Emit) => void): Promise<void> {
  await endpoint.act((agent) => {
    // An agent has a member for each cluster of its endpoint, and a button is one by its cluster `Switch`.
    const { events } = (agent as unknown as { switch: { events: Record<string, EventOf | undefined> } }).switch;
    emitAll((name, payload) => events[name]?.emit(payload, agent.context));
  });
}

const completed = (counted: number) => ({
  previousPosition: 1,
  totalNumberOfPressesCounted: counted > MULTI_PRESS_MAX ? 0 : counted,
});

/** The buttons of things and their parts, by the keys of their presses. */
function buttonsOf(things: readonly LiveEndpoint[]): Map<string, Button[]> {
  const buttons = new Map<string, Button[]>();
  for (const thing of things) {
    const { clusters, parts } = thing.plan();
    const shown = [...thing.endpoint.parts];
    learn(buttons, thing, thing.endpoint, clusters);
    parts.forEach((part, at) => {
      const partEndpoint = shown[at];
      if (partEndpoint !== undefined) learn(buttons, thing, partEndpoint, part.clusters);
    });
  }
  return buttons;
}

function learn(
  buttons: Map<string, Button[]>,
  thing: LiveEndpoint,
  endpoint: Endpoint,
  clusters: readonly ClusterPlan[],
): void {
  for (const { of, press } of clusters.flatMap(({ presses }) => presses)) {
    const key = inputKey(of);
    buttons.set(key, [...(buttons.get(key) ?? []), { thing, endpoint, press }]);
  }
}

interface EventOf {
  emit(payload: unknown, context: unknown): void;
}
