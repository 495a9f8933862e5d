import type { Auditor } from './auditor.js';
import { refusing } from './failures.js';
import { problem, throttled } from './http/problems.js';
import { normaliseAddress, throttleSource } from './net/address.js';
import { isLoopback } from './net/cidr.js';
import type { Throttle } from './ports.js';
import { ok, refuse } from './problem.js';
import type { Settings } from './settings.js';
import type { Auth } from './surface.js';
import type { TokenLookup } from './tokens/lookup.js';

export interface ReauthDependencies {
  readonly settings: Settings;
  readonly tokens: TokenLookup;
  readonly throttle: Throttle;
  readonly auditor: Auditor;
}

/** A new token for a socket that is open already, counted like one in a header. */
export function createReauth({ settings, tokens, throttle, auditor }: ReauthDependencies): Auth['reauth'] {
  return (token, peerAddress) =>
    refusing(async () => {
      const peer = normaliseAddress(peerAddress);
      const principal = settings.bearerEnabled && typeof token === 'string' ? await tokens.find(token) : null;
      if (principal) {
        tokens.touch(principal, peer);
        auditor.use(principal, { peer }, undefined);
        return ok(principal);
      }
      const subject = { kind: 'bearer', source: throttleSource(peer), sourceExempt: isLoopback(peer) } as const;
      const waitMs = throttle.waitMs(subject);
      throttle.failed(subject);
      const fault = waitMs > 0 ? throttled(waitMs) : problem('unauthenticated');
      auditor.record({
        action: 'auth.reauth',
        outcome: 'refused',
        subject: '',
        scheme: 'bearer',
        peer,
        reason: fault.reason,
      });
      return refuse(fault);
    });
}
