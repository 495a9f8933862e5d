import type { Inspected } from '../inspection/inspect.js';
import type { Throttle } from '../model/ports.js';
import type { AuthProblem } from '../model/problem.js';
import { throttled } from '../model/problems.js';
import type { Settings } from '../settings/settings.js';
import { fingerprintOf, type TokenLookup } from '../tokens/lookup.js';
import { parseAuthorization } from './authorization.js';
import { type AuthorizationRules, type Challenge, type CredentialScheme, readAuthorization } from './scheme.js';

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

  const rules: AuthorizationRules = {
    scheme: 'bearer',
    find: (value, { facts, headers }) => {
      const credential = parseAuthorization(value);
      const isUsable = settings.bearerEnabled && credential.kind === 'bearer';
      return isUsable ? tokens.use(credential.token, facts.client, headers.get('user-agent')) : null;
    },
    refusal: wrong,
  };

  return {
    auditsUse: () => true,
    read: (inspected) => readAuthorization(rules, inspected),
    currentRole: async ({ credentialId }) => {
      const token = settings.bearerEnabled ? await tokens.alive(fingerprintOf(credentialId)) : null;
      return token?.role ?? null;
    },
  };
}
