import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type OidcWorld, startOidcWorld } from './oidc-world.js';
import { b64, type Claims, makeSigningKey, signRaw } from './rogue-provider.js';

const key = makeSigningKey('k1');
const attacker = makeSigningKey('k1');
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const header = (change: Claims = {}) => JSON.stringify({ alg: 'RS256', kid: 'k1', ...change });
const signed = (claims: Claims, change: Claims = {}) => signRaw(header(change), JSON.stringify(claims), key.privateKey);

/** Signs in with a provider that issues this token, and expects a refusal. */
async function expectRefused(world: OidcWorld, idToken: (claims: Claims) => unknown): Promise<void> {
  world.provider.behaviour.idToken = idToken;
  const answer = await world.sign();
  expect([answer.status, answer.reason]).toEqual([401, 'oidc_token_invalid']);
  expect(
    answer.cookies.some((cookie) => cookie.startsWith('service_session=') || cookie.startsWith('service_csrf=')),
  ).toBe(false);
  expect(answer.location).toBe('/login?error=oidc_token_invalid');
}

async function expectAccepted(world: OidcWorld, idToken: (claims: Claims) => unknown): Promise<void> {
  world.provider.behaviour.idToken = idToken;
  expect(await world.sign()).toMatchObject({ status: 303, reason: '' });
}

/** A case of one or more tokens that must all be refused. */
function refuses(title: string, variants: readonly ((claims: Claims) => unknown)[]): void {
  it(title, async () => {
    const world = await startOidcWorld(key, { clientSecret: 'a-client-secret-of-length' });
    await expectAccepted(world, (claims) => signed(claims));
    for (const variant of variants) await expectRefused(world, variant);
  });
}

const unsigned = (head: Claims) => (claims: Claims) => `${b64(JSON.stringify(head))}.${b64(JSON.stringify(claims))}.`;
const hmac = (secret: string | Buffer) => (claims: Claims) => {
  const input = `${b64(JSON.stringify({ alg: 'HS256' }))}.${b64(JSON.stringify(claims))}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
const withClaim = (change: Claims) => (claims: Claims) => signed({ ...claims, ...change });
const without = (name: string) => (claims: Claims) =>
  signed(Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name)));
const inSeconds = (name: string, offset: number) => (claims: Claims) =>
  signed({ ...claims, [name]: Number(claims.iat) + offset });

describe('the signature of an ID token', () => {
  refuses('is required: an empty one is refused [H01]', [
    unsigned({ alg: 'none' }),
    unsigned({ alg: 'none', kid: 'k1' }),
  ]);
  refuses('is required in any spelling of none [H02]', [unsigned({ alg: 'nOnE' }), unsigned({ alg: 'NONE' })]);
  refuses('is not one keyed with the public key [H03]', [
    hmac(key.publicKey.export({ type: 'spki', format: 'pem' })),
    hmac(key.publicKey.export({ type: 'pkcs1', format: 'pem' })),
  ]);
  refuses('is not one keyed with the client secret [H04]', [hmac('a-client-secret-of-length')]);

  it('is not one of an elliptic-curve key, even a published one [H05]', async () => {
    const world = await startOidcWorld(key);
    world.provider.behaviour.keys = () => [
      { ...ec.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' },
      key.jwk,
    ];
    await expectRefused(world, (claims) => {
      const input = `${b64(JSON.stringify({ alg: 'ES256', kid: 'k1' }))}.${b64(JSON.stringify(claims))}`;
      const signature = createSign('sha256').update(input).sign({ key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
      return `${input}.${b64(signature)}`;
    });
  });

  refuses('is not of another RSA algorithm, even a right one [H06]', [
    (claims) => signRaw(header({ alg: 'RS512' }), JSON.stringify(claims), key.privateKey, 'RSA-SHA512'),
    (claims) => {
      const input = `${b64(header({ alg: 'PS256' }))}.${b64(JSON.stringify(claims))}`;
      return `${input}.${b64(createSign('sha256').update(input).sign({ key: key.privateKey, padding: 6, saltLength: 32 }))}`;
    },
  ]);
  refuses('is right in every bit [H07]', [
    (claims) => signRaw(header(), JSON.stringify(claims), attacker.privateKey),
    (claims) => {
      const [head, , signature] = signed(claims).split('.');
      return `${head}.${b64(JSON.stringify({ ...claims, role: 'admin' }))}.${signature}`;
    },
    (claims) => `${signed(claims).split('.').slice(0, 2).join('.')}.${b64(Buffer.alloc(256, 1))}`,
  ]);
  refuses('is not checked with a key the token brings along [H08]', [
    (claims) => signRaw(header({ jwk: attacker.jwk }), JSON.stringify(claims), attacker.privateKey),
    (claims) => signRaw(header({ kid: undefined, jwk: attacker.jwk }), JSON.stringify(claims), attacker.privateKey),
  ]);

  it('is not checked with a key from an address in the token, which is never asked [H09]', async () => {
    const world = await startOidcWorld(key);
    const address = `${world.provider.issuer}/attacker-keys`;
    for (const name of ['jku', 'x5u']) {
      await expectRefused(world, (claims) =>
        signRaw(header({ [name]: address }), JSON.stringify(claims), attacker.privateKey),
      );
    }
    expect(world.provider.count('/attacker-keys')).toBe(0);
  });

  refuses('covers no extension that would change its meaning [H10]', [
    (claims) => signed(claims, { crit: ['x'], x: 1 }),
    (claims) => signed(claims, { b64: false }),
    (claims) => signed(claims, { crit: ['b64'], b64: true }),
  ]);

  it('by an unknown key asks for the key set once more, and not again within a minute [H11]', async () => {
    const world = await startOidcWorld(key);
    await expectAccepted(world, (claims) => signed(claims));
    expect(world.provider.count('/jwks')).toBe(1);
    await expectRefused(world, (claims) => signed(claims, { kid: 'unknown' }));
    expect(world.provider.count('/jwks')).toBe(2);
    await expectRefused(world, (claims) => signed(claims, { kid: 'unknown' }));
    expect(world.provider.count('/jwks')).toBe(2);
    world.clock.advance(60_000);
    await expectRefused(world, (claims) => signed(claims, { kid: 'unknown' }));
    expect(world.provider.count('/jwks')).toBe(3);
  });

  refuses('names its key by a plain text that is only compared [H12]', [
    (claims) => signed(claims, { kid: '../../dev/null' }),
    (claims) => signed(claims, { kid: "' OR 1=1" }),
    (claims) => signed(claims, { kid: ['k1'] }),
    (claims) => signed(claims, { kid: 'k'.repeat(10_240) }),
  ]);

  it('needs no key id when there is one key [H13]', async () => {
    const world = await startOidcWorld(key);
    await expectAccepted(world, (claims) => signed(claims, { kid: undefined }));
  });

  it('without a key id is tried with eight keys at most [H14]', async () => {
    const world = await startOidcWorld(key);
    const others = Array.from({ length: 8 }, (_, index) => ({ ...attacker.jwk, kid: `other${index}` }));
    world.provider.behaviour.keys = () => [...others.slice(0, 7), key.jwk];
    await expectAccepted(world, (claims) => signed(claims, { kid: undefined }));
    world.provider.behaviour.keys = () => [...others, key.jwk];
    world.clock.advance(3_600_000);
    await expectRefused(world, (claims) => signed(claims, { kid: undefined }));
  });

  it('is not checked with keys published for something else, symmetric or private ones [H15]', async () => {
    const jwks: readonly Claims[] = [
      { ...key.jwk, use: 'enc' },
      { ...key.jwk, key_ops: ['encrypt'] },
      { ...key.jwk, alg: 'RS512' },
      { kty: 'oct', k: b64('a-client-secret-of-length'), kid: 'k1' },
      { ...key.privateKey.export({ format: 'jwk' }), kid: 'k1' },
    ];
    for (const jwk of jwks) {
      const world = await startOidcWorld(key);
      world.provider.behaviour.keys = () => [jwk];
      await expectRefused(world, (claims) => signed(claims));
    }
  });

  it('is not one keyed with a symmetric key that the provider published [H15]', async () => {
    const secret = Buffer.from('a-client-secret-of-length');
    for (const more of [{}, { alg: 'HS256' }, { alg: 'HS256', use: 'sig', key_ops: ['verify'] }]) {
      const world = await startOidcWorld(key);
      world.provider.behaviour.keys = () => [{ kty: 'oct', k: b64(secret), kid: 'k1', ...more }];
      for (const head of [{ alg: 'HS256', kid: 'k1' }, { alg: 'HS256' }]) {
        await expectRefused(world, (claims) => {
          const input = `${b64(JSON.stringify(head))}.${b64(JSON.stringify(claims))}`;
          return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
        });
      }
    }
  });

  it('is not checked with weak keys, even when it fits them [H16]', async () => {
    const weak = [makeSigningKey('k1', 2048, 3), makeSigningKey('k1', 1024)];
    for (const candidate of weak) {
      const world = await startOidcWorld(key);
      world.provider.behaviour.keys = () => [candidate.jwk];
      await expectRefused(world, (claims) => signRaw(header(), JSON.stringify(claims), candidate.privateKey));
    }
  });

  it('by a rotated key is accepted once the key set was read again [H32]', async () => {
    const world = await startOidcWorld(key);
    await expectAccepted(world, (claims) => signed(claims));
    const rotated = { ...attacker.jwk, kid: 'k2' };
    world.provider.behaviour.keys = () => [rotated];
    await expectAccepted(world, (claims) =>
      signRaw(header({ kid: 'k2' }), JSON.stringify(claims), attacker.privateKey),
    );
    await expectRefused(world, (claims) => signed(claims));
  });
});

describe('keys that change', () => {
  const next = makeSigningKey('k3');

  it('twice within a minute are found both times [H32]', async () => {
    const world = await startOidcWorld(key);
    await expectAccepted(world, (claims) => signed(claims));
    for (const [kid, rotated] of [
      ['k2', attacker],
      ['k3', next],
    ] as const) {
      world.provider.behaviour.keys = () => [{ ...rotated.jwk, kid }];
      await expectAccepted(world, (claims) => signRaw(header({ kid }), JSON.stringify(claims), rotated.privateKey));
    }
    expect(world.provider.count('/jwks')).toBe(3);
  });

  it('under an id that stays, or without one, are found too [H32]', async () => {
    for (const kid of ['k1', undefined]) {
      const world = await startOidcWorld(key);
      const token = (with_: typeof key) => (claims: Claims) =>
        signRaw(header({ kid }), JSON.stringify(claims), with_.privateKey);
      world.provider.behaviour.keys = () => [{ ...key.jwk, kid }];
      await expectAccepted(world, token(key));
      world.provider.behaviour.keys = () => [{ ...attacker.jwk, kid }];
      await expectAccepted(world, token(attacker));
      await expectRefused(world, token(key));
      expect(world.provider.count('/jwks')).toBe(2);
    }
  });

  it('are requested eight times a minute at most, for any ids in the tokens [H11]', async () => {
    const world = await startOidcWorld(key);
    await expectAccepted(world, (claims) => signed(claims));
    for (let index = 0; index < 20; index += 1) {
      await expectRefused(world, (claims) => signed(claims, { kid: `invented-${index}` }));
    }
    expect(world.provider.count('/jwks')).toBe(9);
    world.clock.advance(60_000);
    await expectRefused(world, (claims) => signed(claims, { kid: 'invented-19' }));
    expect(world.provider.count('/jwks')).toBe(10);
  });
});

describe('the claims of an ID token', () => {
  it('end it, with a minute of grace [H17]', async () => {
    const world = await startOidcWorld(key);
    await expectRefused(world, inSeconds('exp', -61));
    await expectAccepted(world, inSeconds('exp', -59));
  });
  refuses('hold its end as a sensible number [H18]', [
    withClaim({ exp: '9999999999' }),
    without('exp'),
    withClaim({ exp: 1e20 }),
  ]);
  refuses('do not begin later [H19]', [inSeconds('nbf', 3600), withClaim({ nbf: 'now' })]);
  refuses('were not issued in the future [H20]', [inSeconds('iat', 3600), inSeconds('iat', 301)]);
  refuses('say when they were issued [H21]', [without('iat'), withClaim({ iat: null })]);
  refuses('name a subject [H22]', [
    without('sub'),
    withClaim({ sub: '' }),
    withClaim({ sub: 7 }),
    withClaim({ sub: 'x'.repeat(256) }),
  ]);
  refuses('come from the configured issuer [H23]', [
    withClaim({ iss: 'https://other.example' }),
    without('iss'),
    (claims) => signed({ ...claims, iss: [claims.iss] }),
    (claims) => signed({ ...claims, iss: `${String(claims.iss)}/` }),
  ]);
  refuses('are meant for this client [H24]', [
    withClaim({ aud: 'other' }),
    without('aud'),
    withClaim({ aud: ['other', 'more'] }),
  ]);
  refuses('name this client as the party when they are meant for several [H25]', [
    withClaim({ aud: ['gateway', 'other'], azp: 'other' }),
    withClaim({ aud: ['gateway', 'other'] }),
    withClaim({ azp: 'other' }),
  ]);

  it('may be meant for several when this client is the party [H25]', async () => {
    const world = await startOidcWorld(key);
    await expectAccepted(world, withClaim({ aud: ['other', 'gateway'], azp: 'gateway' }));
  });

  it('carry the nonce of this very sign-in [H26]', async () => {
    const world = await startOidcWorld(key);
    await expectRefused(world, withClaim({ nonce: 'other' }));
    await expectRefused(world, without('nonce'));
    const earlier = await world.start();
    await expectRefused(world, withClaim({ nonce: earlier.nonce }));
  });
});

describe('the form of an ID token', () => {
  refuses('is that of an ID token and not of its cousins [H27]', [
    (claims) => signed(claims, { typ: 'at+jwt' }),
    (claims) => signed(claims, { typ: 'logout+jwt' }),
    (claims) => signed(claims, { typ: 1 }),
  ]);
  refuses('has three parts [H28]', [
    (claims) => `${signed(claims)}.AAAA.AAAA`,
    (claims) => signed(claims).split('.').slice(0, 2).join('.'),
    (claims) => `${signed(claims)}.AAAA`,
    () => '',
    () => null,
    () => 7,
  ]);
  refuses('is canonical base64url [H29]', [
    (claims) => `${signed(claims)}=`,
    (claims) => `${signed(claims)} `,
    (claims) => signed(claims).replace('.', '.\n'),
    (claims) => {
      const token = signed(claims);
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const last = alphabet.indexOf(token.at(-1) ?? '');
      return token.slice(0, -1) + (alphabet[last ^ 1] ?? '');
    },
  ]);
  refuses('has a header that reads in one way only [H30]', [
    (claims) => signRaw('not json', JSON.stringify(claims), key.privateKey),
    (claims) => signRaw('["RS256"]', JSON.stringify(claims), key.privateKey),
    (claims) => signRaw('{"alg":"none","alg":"RS256"}', JSON.stringify(claims), key.privateKey),
    (claims) => signRaw('{"alg":"RS256","\\u0061lg":"RS256"}', JSON.stringify(claims), key.privateKey),
    (claims) => {
      const head = Buffer.concat([Buffer.from('{"alg":"RS256","x":"'), Buffer.from([0xff]), Buffer.from('"}')]);
      const input = `${b64(head)}.${b64(JSON.stringify(claims))}`;
      return `${input}.${b64(createSign('RSA-SHA256').update(input).sign(key.privateKey))}`;
    },
  ]);
  refuses('is not endless [H31]', [withClaim({ filler: 'x'.repeat(20_000) })]);
});
