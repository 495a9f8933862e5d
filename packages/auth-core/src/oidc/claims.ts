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

type Claims = Readonly<Record<string, unknown>>;

/** Checks the claims of an ID token with a verified signature. Throws `TokenInvalidError` naming the claim. */
export function checkClaims(claims: Claims, { issuer, clientId, nonce, now }: ClaimExpectation): IdentityClaims {
  const { sub, audiences } = checkCommonClaims(claims, { issuer, audience: clientId, now });
  const { azp } = claims;
  require(audiences.length > 1 ? azp === clientId : azp === undefined || azp === clientId, 'azp');
  require(claims.nonce === nonce, 'nonce');
  return { sub, all: claims, told: null };
}

export interface AccessClaims {
  readonly sub: string;
  /** Id of the client that the token was issued to. */
  readonly client: string;
  /** Milliseconds since the epoch at which the token ends, with the same grace as its check. */
  readonly expiresAt: number;
}

/**
 * Checks the claims of an access token (RFC 9068) for `audience`. Throws `TokenInvalidError` naming the claim. A token that is bound to
 * a key is refused: the proof of possession is not checked here, and without it a thief could use the token.
 */
export function checkAccessClaims(claims: Claims, expected: CommonExpectation): AccessClaims {
  const { sub, exp } = checkCommonClaims(claims, expected);
  const { client_id: client = claims.azp } = claims;
  if (!isName(client, 512)) throw new TokenInvalidError('client_id');
  require(claims.cnf === undefined, 'cnf');
  return { sub, client, expiresAt: (exp + skewSeconds) * 1000 };
}

interface CommonExpectation extends Pick<ClaimExpectation, 'issuer' | 'now'> {
  readonly audience: string;
}

function checkCommonClaims(claims: Claims, expected: CommonExpectation) {
  const now = expected.now / 1000;
  const { iss, aud, exp, nbf, iat, sub } = claims;
  require(iss === expected.issuer, 'iss');
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  require(audiences.every((audience) => typeof audience === 'string') && audiences.includes(expected.audience), 'aud');
  if (!isTime(exp) || now >= exp + skewSeconds) throw new TokenInvalidError('exp');
  require(nbf === undefined || (isTime(nbf) && nbf <= now + skewSeconds), 'nbf');
  require(isTime(iat) && iat <= now + futureIssueSeconds, 'iat');
  if (!isName(sub, 255)) throw new TokenInvalidError('sub');
  return { sub, exp, audiences };
}

function require(holds: boolean, claim: string): void {
  if (!holds) throw new TokenInvalidError(claim);
}

function isName(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !/\p{Cc}/u.test(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= latestTime;
}
