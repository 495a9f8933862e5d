import { sha256Hex } from '../crypto/hash.js';
import type { Inspected } from '../inspection/inspect.js';
import type { AuthLogger, Throttle } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import type { AuthProblem } from '../model/problem.js';
import { problem, throttled } from '../model/problems.js';
import type { AccessGrant, AccessTokens } from '../oidc/access-tokens.js';
import { UpstreamError } from '../oidc/bounded-fetch.js';
import { TokenInvalidError } from '../oidc/jws.js';
import type { Settings } from '../settings/settings.js';
import { parseAuthorization, schemeOfAuthorization } from './authorization.js';
import { absent, type Challenge, type CredentialScheme, type Reading } from './scheme.js';

const prefix = 'access:';

/** True for a principal that an access token of the provider proved. */
export const isFromAccessToken = ({ credentialId }: Pick<Principal, 'credentialId'>): boolean =>
  credentialId.startsWith(prefix);

export interface AccessTokenOptions {
  readonly settings: Pick<Settings, 'oidc'>;
  /** The verifier of the present provider; null where its tokens are not accepted. */
  readonly accessTokens: () => AccessTokens | null;
  readonly throttle: Throttle;
  readonly challenge: Challenge;
  readonly logger: AuthLogger;
}

/** Sentences for faults that the maker of a client can mend; all others get the sentence of the reason. */
const details: Readonly<Record<string, string>> = {
  form: 'the token is neither one of this gateway nor a signed access token (JWT) of its identity provider',
  aud: 'the access token was issued for another service: its audience must be the resource that the metadata names',
  exp: 'the access token has expired',
};

/** Access tokens of the provider in the `Authorization` header, for the protected resource alone. */
export function createAccessTokenScheme(options: AccessTokenOptions): CredentialScheme {
  const { settings, accessTokens } = options;
  return {
    auditsUse: () => true,
    read: (inspected) => {
      const value = inspected.headers.get('authorization');
      if (value === undefined || schemeOfAuthorization(value) !== 'bearer') return absent;
      // A token of this gateway by its form.
      if (parseAuthorization(value).kind === 'bearer') return absent;
      const verifier = accessTokens();
      return verifier === null ? absent : readToken(options, verifier, value.slice('bearer'.length).trim(), inspected);
    },
    currentRole: async ({ authEpoch, role }) => {
      const { oidc } = settings;
      return oidc !== null && oidc.resource !== null && oidc.accessEpoch === authEpoch ? role : null;
    },
  };
}

async function readToken(
  { settings, accessTokens, throttle, challenge, logger }: AccessTokenOptions,
  verifier: AccessTokens,
  token: string,
  inspected: Inspected,
): Promise<Reading> {
  try {
    const grant = await verifier.verify(token);
    const { oidc } = settings;
    // The settings changed meanwhile: the token is one of a provider that does not count any more.
    if (oidc === null || accessTokens() !== verifier) return absent;
    if (grant.role === null && oidc.requireRole) return refused(problem('oidc_role_required'), grant.subject);
    return { kind: 'proven', principal: principalOf(grant, oidc), ambient: null };
  } catch (error) {
    if (error instanceof UpstreamError) {
      logger.warn('auth.oidc.access_token_unchecked', { cause: error.message });
      return refused(problem('oidc_unavailable', [['Retry-After', '10']]));
    }
    if (!(error instanceof TokenInvalidError)) throw error;
    logger.warn('auth.oidc.access_token_refused', { cause: error.message });
    const subject = { kind: 'bearer', ...inspected.source() } as const;
    const waitMs = throttle.waitMs(subject);
    throttle.failed(subject);
    if (waitMs > 0) return refused(throttled(waitMs));
    const { headers } = challenge(inspected, { bearerPresented: true });
    const fault = problem('oidc_token_invalid', headers);
    return refused({ ...fault, detail: details[error.message] ?? fault.detail });
  }
}

function principalOf(grant: AccessGrant, { issuer, accessEpoch }: NonNullable<Settings['oidc']>): Principal {
  const key = `oidc:${issuer}#${grant.sub}`;
  return {
    key,
    subject: grant.subject,
    scheme: 'oidc',
    role: grant.role ?? 'viewer',
    // Of person and client, not of the token, which a client renews every few minutes.
    credentialId: `${prefix}${sha256Hex(JSON.stringify([key, grant.client]))}`,
    expiresAt: grant.expiresAt,
    authEpoch: accessEpoch,
    viaClient: grant.client,
  };
}

const refused = (fault: AuthProblem, subject = ''): Reading => ({
  kind: 'refused',
  problem: fault,
  attempt: { subject, scheme: 'oidc', reason: fault.reason },
  mayBeForwarded: true,
});
