import { createSecretKey } from 'node:crypto';
import { encodeBase64Url } from '../crypto/base64.js';
import { equalText, macOf, sha256Hex } from '../crypto/hash.js';
import type { Clock, FlowStore, Random } from '../model/ports.js';
import type { OidcSettings } from '../settings/oidc.js';

const ttlMs = 600_000;
const capacity = 200;

/**
 * Parameters of the authorization request. All of them derive from the reference that the browser holds, so that no
 * store has to keep them.
 */
interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A sign-in that is under way. */
export interface Flow extends Challenge {
  readonly returnTo: string;
}

export interface Flows {
  /** `lane`: where it is begun, the unit that flows are counted by. */
  begin(returnTo: string, lane: string): Promise<{ readonly reference: string; readonly flow: Flow }>;
  /**
   * The flow of a reference and its state, once and while it lasts. A state of another flow, or of other settings of the provider, leaves
   * it alone.
   */
  take(reference: string, state: string): Promise<Flow | null>;
}

export interface FlowsOptions {
  readonly store: FlowStore;
  readonly oidc: Pick<OidcSettings, 'epoch' | 'redirectUrl'>;
  readonly clock: Clock;
  readonly random: Random;
}

export function createFlows({ store, oidc, clock, random }: FlowsOptions): Flows {
  const challengeOf = (reference: string): Challenge => {
    const key = createSecretKey(Buffer.from(reference, 'utf8'));
    const secret = (name: string) => encodeBase64Url(macOf(key, name, oidc.epoch, oidc.redirectUrl));
    return { state: secret('state'), nonce: secret('nonce'), verifier: secret('verifier') };
  };

  return {
    begin: async (returnTo, lane) => {
      const reference = encodeBase64Url(random(32));
      const startedAt = clock.now();
      const limits = { capacity, over: startedAt - ttlMs };
      await store.add({ idHash: sha256Hex(reference), returnTo, lane, startedAt }, limits);
      return { reference, flow: { ...challengeOf(reference), returnTo } };
    },
    take: async (reference, state) => {
      const challenge = challengeOf(reference);
      if (!equalText(challenge.state, state)) return null;
      const record = await store.take(sha256Hex(reference), clock.now() - ttlMs);
      return record && { ...challenge, returnTo: record.returnTo };
    },
  };
}
