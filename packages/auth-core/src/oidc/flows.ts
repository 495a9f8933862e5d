import { sha256Hex } from '../hash.js';
import { encodeBase64Url } from '../http/base64.js';
import type { Clock, Random } from '../ports.js';

const ttlMs = 600_000;
const capacity = 200;

/** A sign-in that is under way. It lives here and not in the browser, which only holds a reference to it. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  readonly startedAt: number;
}

export interface Flows {
  begin(returnTo: string): { readonly reference: string; readonly flow: Flow };
  /** The flow of a reference while it lasts. */
  find(reference: string): Flow | null;
  /** Ends a flow; from here on it cannot be used again. */
  end(reference: string): void;
  readonly size: () => number;
}

export function createFlows(clock: Clock, random: Random): Flows {
  const flows = new Map<string, Flow>();
  const secret = () => encodeBase64Url(random(32));
  return {
    size: () => flows.size,
    begin: (returnTo) => {
      const oldest = flows.keys().next();
      if (flows.size >= capacity && !oldest.done) flows.delete(oldest.value);
      const reference = secret();
      const flow: Flow = { state: secret(), nonce: secret(), verifier: secret(), returnTo, startedAt: clock.now() };
      flows.set(sha256Hex(reference), flow);
      return { reference, flow };
    },
    find: (reference) => {
      const flow = flows.get(sha256Hex(reference));
      return flow && clock.now() - flow.startedAt < ttlMs ? flow : null;
    },
    end: (reference) => {
      flows.delete(sha256Hex(reference));
    },
  };
}
