import { decodeBase64Url } from '../crypto/base64.js';
import { parseUniqueObject } from './json-object.js';
import { type AcceptedKey, isKeyId } from './key-policy.js';

/** Reason why a token is not valid. The word goes to the log; callers get the same answer for all. */
export class TokenInvalidError extends Error {
  readonly code = 'oidc_token_invalid';
  override readonly name = 'TokenInvalidError';
}

const maxLength = 16_384;
const grammar = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** Finds the keys that may have made a signature; asked again with `failed` when none of them had. */
export type KeySource = (kid: string | null, failed: boolean) => Promise<readonly AcceptedKey[]>;

/**
 * Verifies a compact JWS under one strict reading: three canonical parts, a header without duplicates or extensions,
 * RS256 and nothing else, keys from the provider's key set and never from the token. Answers the bytes that were signed.
 */
export async function verifyCompact(token: string, keys: KeySource): Promise<Uint8Array> {
  if (token.length > maxLength || !grammar.test(token)) throw new TokenInvalidError('form');
  const [head, body, signature] = token.split('.').map(decodeBase64Url);
  if (!head || !body || !signature) throw new TokenInvalidError('encoding');
  const kid = checkHeader(parseUniqueObject(head));
  for (const failed of [false, true]) {
    for (const key of await keys(kid, failed)) {
      if (await isSignedBy(token, key)) return body;
    }
  }
  throw new TokenInvalidError('signature');
}

/** The claims of a token that `verifyCompact` accepts: one JSON object that reads in one way only. */
export async function verifyJwt(token: string, keys: KeySource): Promise<Readonly<Record<string, unknown>>> {
  const claims = parseUniqueObject(await verifyCompact(token, keys));
  if (!claims) throw new TokenInvalidError('payload');
  return claims;
}

/** Returns the key id of a header. Keys and addresses in the header are ignored. */
function checkHeader(header: Readonly<Record<string, unknown>> | null): string | null {
  if (!header) throw new TokenInvalidError('header');
  // Before any key is chosen, so that no key is ever used for another algorithm.
  if (header.alg !== 'RS256') throw new TokenInvalidError('algorithm');
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) throw new TokenInvalidError('extension');
  const { typ, kid = null } = header;
  if (typ !== undefined && !(typeof typ === 'string' && typ.toUpperCase() === 'JWT'))
    throw new TokenInvalidError('type');
  if (kid !== null && !isKeyId(kid)) throw new TokenInvalidError('key id');
  return kid;
}

async function isSignedBy(token: string, { jwk }: AcceptedKey): Promise<boolean> {
  // Loaded when a token comes: most gateways ask no provider, and a small box has no memory to spare.
  const { compactVerify, importJWK } = await import('jose');
  try {
    const key = await importJWK({ ...jwk }, 'RS256');
    await compactVerify(token, key, { algorithms: ['RS256'] });
    return true;
  } catch {
    return false;
  }
}
