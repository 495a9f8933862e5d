import { decodeBase64Url } from '../crypto/base64.js';
import { type AcceptedKey, isKeyId } from './key-policy.js';

/** Reason why a token is not valid. The word goes to the log; callers get the same answer for all. */
export class TokenInvalidError extends Error {
  readonly code = 'oidc_token_invalid';
  override readonly name = 'TokenInvalidError';
}

/** Types of a header in capital letters. One without a type counts as `JWT`. */
const idTokenTypes: readonly string[] = ['JWT'];
const maxLength = 16_384;
const grammar = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** Finds the keys that may have made a signature; asked again with `failed` when none of them had. */
export type KeySource = (kid: string | null, failed: boolean) => Promise<readonly AcceptedKey[]>;

/**
 * Verifies a compact JWS under one strict reading: three canonical parts, a header without duplicates or extensions,
 * RS256 and nothing else, keys from the provider's key set and never from the token. Answers the bytes that were signed.
 */
export async function verifyCompact(
  token: string,
  keys: KeySource,
  types: readonly string[] = idTokenTypes,
): Promise<Uint8Array> {
  const { head, body } = decodeParts(token);
  const { kid } = checkHeader(parseUniqueObject(head), types);
  for (const failed of [false, true]) {
    for (const key of await keys(kid, failed)) {
      if (await isSignedBy(token, key)) return body;
    }
  }
  throw new TokenInvalidError('signature');
}

/** The claims of a token that `verifyCompact` accepts: one JSON object that reads in one way only. */
export async function verifyJwt(
  token: string,
  keys: KeySource,
  types: readonly string[] = idTokenTypes,
): Promise<Readonly<Record<string, unknown>>> {
  return claimsOf(await verifyCompact(token, keys, types));
}

/** Type and claims of a token without its signature, so that a token that is refused anyway costs no key. */
export function readUnverified(
  token: string,
  types: readonly string[],
): { readonly type: string; readonly claims: Readonly<Record<string, unknown>> } {
  const { head, body } = decodeParts(token);
  return { type: checkHeader(parseUniqueObject(head), types).type, claims: claimsOf(body) };
}

function decodeParts(token: string): { readonly head: Buffer; readonly body: Buffer } {
  if (token.length > maxLength || !grammar.test(token)) throw new TokenInvalidError('form');
  const [head, body, signature] = token.split('.').map(decodeBase64Url);
  if (!head || !body || !signature) throw new TokenInvalidError('encoding');
  return { head, body };
}

function claimsOf(body: Uint8Array): Readonly<Record<string, unknown>> {
  const claims = parseUniqueObject(body);
  if (!claims) throw new TokenInvalidError('payload');
  return claims;
}

/** Returns key id and type of a header. Keys and addresses in the header are ignored. */
function checkHeader(
  header: Readonly<Record<string, unknown>> | null,
  types: readonly string[],
): { readonly kid: string | null; readonly type: string } {
  if (!header) throw new TokenInvalidError('header');
  // Before any key is chosen, so that no key is ever used for another algorithm.
  if (header.alg !== 'RS256') throw new TokenInvalidError('algorithm');
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) throw new TokenInvalidError('extension');
  const { typ = 'JWT', kid = null } = header;
  const type = typeof typ === 'string' ? typ.toUpperCase() : '';
  if (!types.includes(type)) throw new TokenInvalidError('type');
  if (kid !== null && !isKeyId(kid)) throw new TokenInvalidError('key id');
  return { kid, type };
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

/**
 * Parses a JSON object and refuses duplicate members anywhere in it: parsers disagree on which of two counts, and a
 * signature does not say which one its maker meant. Null for everything that is not exactly one such object.
 */
function parseUniqueObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return hasDuplicateMember(text) ? null : (value as Readonly<Record<string, unknown>>);
  } catch {
    return null;
  }
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Expects text that `JSON.parse` accepted. A string before a colon is a member's name. */
function hasDuplicateMember(text: string): boolean {
  const scopes: Set<string>[] = [];
  let last = '';
  for (const [part] of text.matchAll(jsonToken)) {
    if (part === '{' || part === '[') scopes.push(new Set());
    else if (part === '}' || part === ']') scopes.pop();
    else if (part === ':') {
      const name = JSON.parse(last) as string;
      const scope = scopes.at(-1);
      if (scope?.has(name)) return true;
      scope?.add(name);
    }
    last = part;
  }
  return false;
}
