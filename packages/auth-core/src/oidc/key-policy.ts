import { decodeBase64Url } from '../crypto/base64.js';
import { readMembers } from '../model/input.js';

/** The public parts of an acceptable key, and no other member that the provider sent. */
export interface AcceptedKey {
  readonly kid: string | null;
  readonly jwk: { readonly kty: 'RSA'; readonly n: string; readonly e: string };
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const minBits = 2048;
const maxBits = 8192;
const minExponent = 65_537n;
const maxExponent = 2n ** 32n;

/** Takes a published key if it is an RSA key for RS256 signatures that can be trusted to be one; else null. */
export function acceptKey(value: unknown): AcceptedKey | null {
  const jwk = readMembers(value);
  if (jwk.kty !== 'RSA' || privateMembers.some((member) => member in jwk)) return null;
  if (isThere(jwk.use) && jwk.use !== 'sig') return null;
  if (isThere(jwk.alg) && jwk.alg !== 'RS256') return null;
  if (isThere(jwk.key_ops) && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes('verify'))) return null;
  if (isThere(jwk.kid) && !isKeyId(jwk.kid)) return null;
  const { n, e } = jwk;
  if (typeof n !== 'string' || typeof e !== 'string' || n.length > 2 * maxBits) return null;
  const modulus = unsigned(n);
  const exponent = unsigned(e);
  if (modulus === null || exponent === null || !isStrong(modulus, exponent)) return null;
  return { kid: (jwk.kid as string | null | undefined) ?? null, jwk: { kty: 'RSA', n, e } };
}

/** Some providers write `null` for absent members. */
function isThere(member: unknown): boolean {
  return member !== undefined && member !== null;
}

/** A key id is compared and nothing else: no path, no address, no query is ever made of it. */
export function isKeyId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 256;
}

function unsigned(text: string): bigint | null {
  const bytes = decodeBase64Url(text);
  // A leading zero byte is a second spelling of the same number.
  if (!bytes || bytes.byteLength === 0 || bytes[0] === 0) return null;
  return BigInt(`0x${bytes.toString('hex')}`);
}

function isStrong(modulus: bigint, exponent: bigint): boolean {
  const bits = modulus.toString(2).length;
  if (bits < minBits || bits > maxBits || modulus % 2n === 0n) return false;
  if (exponent < minExponent || exponent > maxExponent || exponent % 2n === 0n) return false;
  return !isRoca(modulus);
}

const rocaPrimes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157];

/** The residues a flawed key generator could produce: the powers of 65537. */
const rocaResidues = new Map(rocaPrimes.map((prime) => [prime, powersOf(65_537 % prime, prime)]));

function powersOf(base: number, prime: number): ReadonlySet<number> {
  const powers = new Set<number>();
  for (let power = 1; !powers.has(power); power = (power * base) % prime) powers.add(power);
  return powers;
}

/** Keys of a smart-card library with primes that can be derived from the public part (CVE-2017-15361). */
function isRoca(modulus: bigint): boolean {
  return rocaPrimes.every((prime) => rocaResidues.get(prime)?.has(Number(modulus % BigInt(prime))));
}
