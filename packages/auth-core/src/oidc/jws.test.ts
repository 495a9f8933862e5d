import { constants, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyCompact, verifyJwt } from './jws.js';
import { type AcceptedKey, acceptKey } from './key-policy.js';

const pair = (bits = 2048, exponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: exponent });
const good = pair();
const other = pair();
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as Readonly<Record<string, unknown>>;
const accepted = acceptKey({ ...jwkOf(good.publicKey), kid: 'k1' }) as AcceptedKey;
const source = async () => [accepted];
const b64 = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');
const outcome = (token: string) =>
  verifyJwt(token, source).then(
    () => 'accepted',
    () => 'refused',
  );

const claims = '{"sub":"u"}';
const compact = (
  header: string,
  payload: string,
  key: KeyObject,
  hash = 'RSA-SHA256',
  padding: number = constants.RSA_PKCS1_PADDING,
) => {
  const input = `${b64(header)}.${b64(payload)}`;
  return `${input}.${b64(createSign(hash).update(input).sign({ key, padding }))}`;
};

/** Every token here carries exactly one thing that must not be; most are otherwise signed by the right key. */
function hostileTokens(): readonly string[] {
  const tokens: string[] = [];
  const rs256 = '{"alg":"RS256","kid":"k1"}';
  const token = compact(rs256, claims, good.privateKey);
  const [head = '', body = '', signature = ''] = token.split('.');
  const algorithms = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    ' RS256',
    'RS256 ',
    'rs256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
    'EdDSA',
    'HS256',
    'HS384',
    'HS512',
    'RSA1_5',
    'RSA-OAEP',
    'dir',
    'A128KW',
    'HS256\u0000',
    'RS256\u0000',
  ];
  for (const alg of algorithms) {
    for (const kid of ['k1', undefined]) {
      const header = JSON.stringify({ alg, kid });
      tokens.push(
        compact(header, claims, good.privateKey),
        `${b64(header)}.${body}.`,
        `${b64(header)}.${body}.${signature}`,
      );
      const input = `${b64(header)}.${body}`;
      for (const secret of [
        good.publicKey.export({ type: 'spki', format: 'pem' }),
        good.publicKey.export({ type: 'spki', format: 'der' }),
        String(jwkOf(good.publicKey).n),
        '',
      ]) {
        tokens.push(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`);
      }
    }
  }
  for (const alg of [null, 7, true, ['RS256'], { name: 'RS256' }])
    tokens.push(compact(JSON.stringify({ alg }), claims, good.privateKey));
  const members: readonly Readonly<Record<string, unknown>>[] = [
    { crit: [] },
    { crit: ['exp'] },
    { crit: null },
    { b64: false },
    { b64: true },
    { typ: 'at+jwt' },
    { typ: 'logout+jwt' },
    { typ: 'dpop+jwt' },
    { typ: 'JWE' },
    { typ: '' },
    { typ: null },
    { typ: ['JWT'] },
    { kid: 7 },
    { kid: {} },
    { kid: ['k1'] },
    { kid: 'x'.repeat(257) },
  ];
  for (const member of members)
    tokens.push(compact(JSON.stringify({ alg: 'RS256', ...member }), claims, good.privateKey));
  for (const header of [
    '{"alg":"RS256","alg":"RS256"}',
    '{"alg":"RS256","kid":"a","kid":"k1"}',
    '{"alg":"none","\\u0061lg":"RS256"}',
    '[]',
    '"RS256"',
    'null',
    '',
    '{',
    '{"alg":"RS256"}}',
    '\ufeff{"alg":"RS256"}',
    '{"alg":"RS256",}',
  ]) {
    tokens.push(compact(header, claims, good.privateKey));
  }
  for (const payload of [
    '',
    'null',
    '[]',
    '7',
    '"x"',
    '{',
    '{"sub":"a","sub":"b"}',
    '{"a":{"b":1,"b":2}}',
    '{"sub":"u"} {"x":1}',
    '\u0000',
  ]) {
    tokens.push(compact(rs256, payload, good.privateKey));
  }
  for (const key of [other.privateKey, pair(1024).privateKey, pair(2048, 3).privateKey])
    tokens.push(compact(rs256, claims, key));
  tokens.push(
    compact(rs256, claims, good.privateKey, 'RSA-SHA512'),
    compact(rs256, claims, good.privateKey, 'RSA-SHA1'),
  );
  tokens.push(compact(rs256, claims, good.privateKey, 'RSA-SHA256', constants.RSA_PKCS1_PSS_PADDING));
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const nudge = (part: string, by: number) =>
    part.slice(0, -1) + (alphabet[alphabet.indexOf(part.at(-1) ?? '') ^ by] ?? '');
  tokens.push(
    `${nudge(head, 1)}.${body}.${signature}`,
    `${head}.${nudge(body, 1)}.${signature}`,
    `${head}.${body}.${nudge(signature, 1)}`,
  );
  for (const junk of ['=', '==', ' ', '\n', '\t', '\u0000', '%3D', '+', '/', '.', '\u00a0', 'ü']) {
    tokens.push(
      `${token}${junk}`,
      `${junk}${token}`,
      `${head}${junk}.${body}.${signature}`,
      `${head}.${junk}${body}.${signature}`,
      `${head}.${body}${junk}.${signature}`,
    );
  }
  tokens.push(
    `${head}.${body}`,
    `${head}..${signature}`,
    `.${body}.${signature}`,
    `${head}.${body}.`,
    '..',
    '...',
    '',
    `${token}.${signature}.${signature}`,
  );
  for (let bit = 0; bit < 2048; bit += 41) {
    const bytes = Buffer.from(signature, 'base64url');
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    tokens.push(`${head}.${body}.${b64(bytes)}`);
  }
  for (const size of [0, 1, 255, 257, 512, 4096]) {
    tokens.push(`${head}.${body}.${b64(Buffer.alloc(size))}`, `${head}.${body}.${b64(Buffer.alloc(size, 0xff))}`);
  }
  tokens.push(compact(rs256, JSON.stringify({ sub: 'u', filler: 'x'.repeat(20_000) }), good.privateKey));
  tokens.push(JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] }));
  return tokens;
}

describe('a compact token', () => {
  it('is accepted when it is one of ours in plain form', async () => {
    for (const header of [
      '{"alg":"RS256"}',
      '{"alg":"RS256","typ":"JWT"}',
      '{"typ":"jwt","alg":"RS256","kid":"k1","x5t":"abc"}',
      ' {"alg" : "RS256"} ',
    ]) {
      expect(await outcome(compact(header, claims, good.privateKey))).toBe('accepted');
    }
  });

  it('of more than four hundred hostile makes is never accepted [H33]', async () => {
    const tokens = [...new Set(hostileTokens())];
    expect(tokens.length).toBeGreaterThan(400);
    const falseAccepts = [];
    for (const token of tokens) if ((await outcome(token)) === 'accepted') falseAccepts.push(token.slice(0, 120));
    expect(falseAccepts).toEqual([]);
  });

  it('is never accepted after any change of any character', async () => {
    const token = compact('{"alg":"RS256","kid":"k1"}', claims, good.privateKey);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: token.length - 1 }), fc.integer({ min: 0x20, max: 0x7e }), async (index, code) => {
        const character = String.fromCharCode(code);
        fc.pre(token[index] !== character);
        expect(await outcome(token.slice(0, index) + character + token.slice(index + 1))).toBe('refused');
      }),
    );
  });

  it('of the cookbook of RFC 7520 is accepted for RS256 and refused for everything else [H34]', async () => {
    const bilbo = acceptKey({
      kty: 'RSA',
      kid: 'bilbo.baggins@hobbiton.example',
      use: 'sig',
      n: 'n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRBSFKrKb2wqVwGU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5lFHpPI9bTwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__kRhuaxwUkRz5iaiQkqgc5gHdrNP5zw',
      e: 'AQAB',
    }) as AcceptedKey;
    const payload =
      "It\u2019s a dangerous business, Frodo, going out your door. You step onto the road, and if you don't keep your feet, there\u2019s no knowing where you might be swept off to.";
    const signature =
      'MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wnB-BDkoBwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is9UzpERV0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ipH84ogoree7vjbU5y18kDquDg';
    const token = (alg: string) =>
      `${b64(`{"alg":"${alg}","kid":"bilbo.baggins@hobbiton.example"}`)}.${b64(payload)}.${signature}`;
    const keys = async () => [bilbo];
    expect(Buffer.from(await verifyCompact(token('RS256'), keys)).toString()).toBe(payload);
    for (const alg of ['PS384', 'ES512', 'HS256'])
      await expect(verifyCompact(token(alg), keys)).rejects.toThrow('algorithm');
  });
});

describe('a published key', () => {
  const jwk: Readonly<Record<string, unknown>> = { ...jwkOf(good.publicKey), kid: 'k1' };
  const rocaLike = () => {
    // A number that leaves a power of 65537 modulo each marker prime, as the flawed generator's keys do.
    const primes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157];
    const product = primes.reduce((total, prime) => total * BigInt(prime), 2n);
    const base = 2n ** 2047n;
    const modulus = base - (base % product) + product + (65_537n % product);
    return Buffer.from(modulus.toString(16), 'hex').toString('base64url');
  };

  it('is taken when it is an RSA key for signatures, and only its public parts are', () => {
    for (const more of [
      {},
      { use: 'sig' },
      { alg: 'RS256' },
      { key_ops: ['verify'] },
      { key_ops: ['sign', 'verify'] },
      { x5c: ['x'], x5u: 'y' },
    ]) {
      expect(acceptKey({ ...jwk, ...more })).toEqual({ kid: 'k1', jwk: { kty: 'RSA', n: jwk.n, e: 'AQAB' } });
    }
    expect(acceptKey({ ...jwk, kid: undefined })?.kid).toBeNull();
  });

  it('of any other make is not [H15] [H16]', () => {
    const e = (value: number[]) => b64(Uint8Array.from(value));
    const bad: readonly unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      { ...jwk, kty: 'EC' },
      { ...jwk, kty: 'oct', k: 'AAAA' },
      { ...jwk, use: 'enc' },
      { ...jwk, use: 7 },
      { ...jwk, alg: 'RS512' },
      { ...jwk, alg: 'RSA-OAEP' },
      { ...jwk, key_ops: ['encrypt'] },
      { ...jwk, key_ops: 'verify' },
      { ...jwk, kid: 7 },
      { ...jwk, kid: 'x'.repeat(257) },
      { ...jwkOf(good.privateKey) },
      { ...jwk, d: '' },
      { ...jwk, oth: [] },
      { ...jwk, n: undefined },
      { ...jwk, e: undefined },
      { ...jwk, n: 7 },
      { ...jwk, e: e([1]) },
      { ...jwk, e: e([3]) },
      { ...jwk, e: e([17]) },
      { ...jwk, e: e([1, 0, 0]) },
      { ...jwk, e: e([0, 1, 0, 1]) },
      { ...jwk, e: e([1, 0, 0, 0, 1]) },
      { ...jwk, n: `${String(jwk.n)}=` },
      { ...jwk, n: `AA${String(jwk.n)}` },
      { ...jwk, n: b64(Buffer.alloc(256, 0xfe)) },
      { ...jwk, n: b64(Buffer.alloc(128, 0xff)) },
      { ...jwk, n: b64(Buffer.alloc(1025, 0xff)) },
      { ...jwk, n: '' },
      { ...jwk, n: rocaLike() },
      jwkOf(pair(1024).publicKey),
      jwkOf(pair(2048, 3).publicKey),
    ];
    expect(bad.map((value) => acceptKey(value))).toEqual(bad.map(() => null));
  });

  it('of any shape at all does no harm', () => {
    fc.assert(
      fc.property(fc.anything(), fc.object(), (value, more) => {
        expect(() => acceptKey(value)).not.toThrow();
        expect(() => acceptKey({ kty: 'RSA', ...more })).not.toThrow();
      }),
    );
  });
});
