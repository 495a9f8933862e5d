import { TokenInvalidError } from './jws.js';

const skewSeconds = 60;
const futureIssueSeconds = 300;
/** The year 9999; later times are a mistake or an attempt at one. */
const latestTime = 253_402_300_799;

export interface ClaimExpectation {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface IdentityClaims {
  readonly sub: string;
  readonly all: Readonly<Record<string, unknown>>;
  /** Claims of the provider's userinfo endpoint; null when it was not queried. */
  readonly told: Readonly<Record<string, unknown>> | null;
}

/** Checks the claims of an ID token with a verified signature. Throws `TokenInvalidError` naming the claim. */
export function checkClaims(claims: Readonly<Record<string, unknown>>, expected: ClaimExpectation): IdentityClaims {
  const require = (holds: boolean, claim: string) => {
    if (!holds) throw new TokenInvalidError(claim);
  };
  const now = expected.now / 1000;
  const { iss, aud, azp, exp, nbf, iat, sub, nonce } = claims;
  require(iss === expected.issuer, 'iss');
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  require(audiences.every((audience) => typeof audience === 'string') && audiences.includes(expected.clientId), 'aud');
  require(audiences.length > 1 ? azp === expected.clientId : azp === undefined || azp === expected.clientId, 'azp');
  require(isTime(exp) && now < exp + skewSeconds, 'exp');
  require(nbf === undefined || (isTime(nbf) && nbf <= now + skewSeconds), 'nbf');
  require(isTime(iat) && iat <= now + futureIssueSeconds, 'iat');
  require(nonce === expected.nonce, 'nonce');
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || /\p{Cc}/u.test(sub))
    throw new TokenInvalidError('sub');
  return { sub, all: claims, told: null };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= latestTime;
}
