import type { Auditor } from '../audit/auditor.js';
import { refusing } from '../failures/failures.js';
import type { Auth } from '../model/auth.js';
import type { Throttle } from '../model/ports.js';
import { ok, refuse } from '../model/problem.js';
import { problem, throttled } from '../model/problems.js';
import { addressesOf } from '../model/request.js';
import { throttleSource } from '../net/address.js';
import { isLoopback } from '../net/cidr.js';
import type { Settings } from '../settings/settings.js';
import type { TokenLookup } from '../tokens/lookup.js';

export interface ReauthDependencies {
  readonly settings: Settings;
  readonly tokens: TokenLookup;
  readonly throttle: Throttle;
  readonly auditor: Auditor;
}

/** A new token for a socket that is open already, counted like one in a header. */
export function createReauth({ settings, tokens, throttle, auditor }: ReauthDependencies): Auth['reauth'] {
  return (token, facts) =>
    refusing(async () => {
      const { client } = facts;
      const principal = settings.bearerEnabled && typeof token === 'string' ? await tokens.use(token, client) : null;
      if (principal) {
        auditor.use(principal, facts, undefined);
        return ok(principal);
      }
      const subject = { kind: 'bearer', source: throttleSource(client), sourceExempt: isLoopback(client) } as const;
      const waitMs = throttle.waitMs(subject);
      throttle.failed(subject);
      const fault = waitMs > 0 ? throttled(waitMs) : problem('unauthenticated');
      auditor.record({
        action: 'auth.reauth',
        outcome: 'refused',
        subject: '',
        scheme: 'bearer',
        ...addressesOf(facts),
        reason: fault.reason,
      });
      return refuse(fault);
    });
}
