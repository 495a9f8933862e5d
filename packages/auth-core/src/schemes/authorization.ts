import { isUtf8 } from 'node:buffer';
import { decodeBase64 } from '../crypto/base64.js';
import type { PasswordCredential } from '../model/credential.js';
import { isComparablePassword } from '../passwords/policy.js';

export type Authorization =
  | { readonly kind: 'bearer'; readonly token: string }
  | ({ readonly kind: 'basic' } & PasswordCredential)
  /** Present and worthless; `scheme` is the one it seems to be meant for. */
  | { readonly kind: 'malformed'; readonly scheme: 'bearer' | 'basic' | 'other' };

const bearer = /^bearer +([A-Za-z0-9_-]{43})$/i;
const basic = /^basic +([A-Za-z0-9+/]+={0,2})$/i;
const meantAsBearer = /^bearer(?: |$)/i;
const meantAsBasic = /^basic(?: |$)/i;
const controls = /\p{Cc}/u;

/** Reads one `Authorization` value. Everything that is not exactly one canonical credential is malformed. */
export function parseAuthorization(value: string): Authorization {
  const token = bearer.exec(value)?.[1];
  if (token !== undefined) return { kind: 'bearer', token };
  const encoded = basic.exec(value)?.[1];
  const credential = encoded === undefined ? null : decodeBasic(encoded);
  if (credential) return { kind: 'basic', ...credential };
  return { kind: 'malformed', scheme: schemeOfAuthorization(value) };
}

/** The scheme that a value seems to be meant for. */
export function schemeOfAuthorization(value: string): 'bearer' | 'basic' | 'other' {
  if (meantAsBearer.test(value)) return 'bearer';
  return meantAsBasic.test(value) ? 'basic' : 'other';
}

function decodeBasic(encoded: string): PasswordCredential | null {
  const bytes = decodeBase64(encoded);
  if (!bytes) return null;
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || controls.test(text)) return null;
  const username = text.slice(0, colon);
  const password = text.slice(colon + 1);
  if ([...username].length > 64 || !isComparablePassword(password)) return null;
  return { username, password };
}
