import type { Inspected } from '../inspection/inspect.js';
import type { Throttle } from '../model/ports.js';
import { type AuthProblem, ok, refuse } from '../model/problem.js';
import { throttled } from '../model/problems.js';
import type { Settings } from '../settings/settings.js';
import { fingerprintOf, type TokenLookup } from '../tokens/lookup.js';
import { parseAuthorization } from './authorization.js';
import { type Challenge, type CredentialScheme, readAuthorization } from './scheme.js';

export interface BearerOptions {
  readonly settings: Pick<Settings, 'bearerEnabled'>;
  readonly tokens: TokenLookup;
  readonly throttle: Throttle;
  readonly challenge: Challenge;
}

/** API tokens in the `Authorization` header. */
export function createBearerScheme({ settings, tokens, throttle, challenge }: BearerOptions): CredentialScheme {
  const wrong = (inspected: Inspected): AuthProblem => {
    const subject = { kind: 'bearer', ...inspected.source() } as const;
    const waitMs = throttle.waitMs(subject);
    throttle.failed(subject);
    return waitMs > 0 ? throttled(waitMs) : challenge(inspected, { bearerPresented: true });
  };

  return {
    usesAreAudited: true,
    read: (inspected) =>
      readAuthorization('bearer', inspected, async (value) => {
        const credential = parseAuthorization(value);
        const isUsable = settings.bearerEnabled && credential.kind === 'bearer';
        const principal = isUsable ? await tokens.find(credential.token) : null;
        if (!principal) return refuse(wrong(inspected));
        tokens.touch(principal, inspected.facts.client);
        return ok(principal);
      }),
    currentRole: async ({ credentialId }) => {
      const token = settings.bearerEnabled ? await tokens.alive(fingerprintOf(credentialId)) : null;
      return token?.role ?? null;
    },
  };
}
