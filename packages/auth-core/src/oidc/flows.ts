import { encodeBase64Url } from '../crypto/base64.js';
import { sha256Hex } from '../crypto/hash.js';
import type { Clock, Random } from '../model/ports.js';

const ttlMs = 600_000;
const defaultCapacity = 200;

/** A sign-in that is under way. It lives here and not in the browser, which only holds a reference to it. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  readonly startedAt: number;
  /** Where it was begun: the unit that flows are counted by. */
  readonly lane: string;
}

export interface Flows {
  begin(returnTo: string, lane: string): { readonly reference: string; readonly flow: Flow };
  /** The flow of a reference while it lasts. */
  find(reference: string): Flow | null;
  /** Ends a flow; from here on it cannot be used again. */
  end(reference: string): void;
}

/**
 * Flows in bounded memory. Where there is no more room, the lane that holds the most gives up its oldest: a flood from one
 * place ends its own flows and leaves those of others alone.
 */
export function createFlows(clock: Clock, random: Random, capacity = defaultCapacity): Flows {
  const flows = new Map<string, Flow>();
  const secret = () => encodeBase64Url(random(32));
  const isOver = ({ startedAt }: Flow) => clock.now() - startedAt >= ttlMs;

  const makeRoom = () => {
    for (const [key, flow] of flows) if (isOver(flow)) flows.delete(key);
    if (flows.size < capacity) return;
    const sizes = new Map<string, number>();
    for (const { lane } of flows.values()) sizes.set(lane, (sizes.get(lane) ?? 0) + 1);
    const most = Math.max(...sizes.values());
    // A map keeps the order of insertion, so the first found is the oldest.
    for (const [key, { lane }] of flows) {
      if (sizes.get(lane) !== most) continue;
      flows.delete(key);
      return;
    }
  };

  return {
    begin: (returnTo, lane) => {
      if (flows.size >= capacity) makeRoom();
      const reference = secret();
      const flow: Flow = {
        state: secret(),
        nonce: secret(),
        verifier: secret(),
        returnTo,
        startedAt: clock.now(),
        lane,
      };
      flows.set(sha256Hex(reference), flow);
      return { reference, flow };
    },
    find: (reference) => {
      const flow = flows.get(sha256Hex(reference));
      return flow && !isOver(flow) ? flow : null;
    },
    end: (reference) => {
      flows.delete(sha256Hex(reference));
    },
  };
}
