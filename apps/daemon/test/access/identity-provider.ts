import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { openBrowser } from './browser.js';

export const CLIENT_ID = 'gateway';
export const CLIENT_SECRET = 'the-secret-of-this-gateway';
/** Where the provider sends browsers back to: the name people use for the gateway, whatever port it has in a test. */
export const REDIRECT_URL = 'http://gateway.lan:8119/api/v1/auth/oidc/callback';

/** Settings of a gateway that signs people in at the provider. */
export const oidcSection = ({ issuer }: Pick<IdentityProvider, 'issuer'>) => ({
  enabled: true,
  issuer,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  redirect_url: REDIRECT_URL,
  role_claim: 'groups',
});

export interface IdentityProvider {
  readonly issuer: string;
  /** Goes through the provider's own pages; answers the address it sends the browser back to. */
  walk(start: string, back?: string): Promise<URL>;
  /** Paths of the requests to the provider. */
  readonly requests: readonly string[];
  /** A token that the key of the provider signed, with any header and claims. */
  sign(claims: object, header?: object): string;
  /** Public key of the provider. */
  readonly publicKey: KeyObject;
  close(): void;
}

/** An identity provider as people run it, with one confidential client and its own login and consent pages. */
export async function startIdentityProvider(claims: Readonly<Record<string, unknown>>): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [REDIRECT_URL] }],
    jwks: { keys: [key as never] },
    cookies: { keys: ['a-cookie-key-of-the-provider'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
    // Assistants register themselves, and name the resource that their token is for.
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, audience) => ({
          ...{ audience, scope: 'openid profile email', accessTokenFormat: 'jwt', accessTokenTTL: 300 },
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: () => ({ ...claims }),
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
  });
  const answer = provider.callback();
  const requests: string[] = [];
  server.on('request', (request, response) => {
    requests.push(request.url ?? '');
    return answer(request, response);
  });
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    ...{ issuer, walk, requests, publicKey },
    sign(payload, header = {}) {
      const input = `${encoded({ alg: 'RS256', kid: 'key', typ: 'at+jwt', ...header })}.${encoded(payload)}`;
      return `${input}.${createSign('RSA-SHA256').update(input).sign(privateKey).toString('base64url')}`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const STEPS = 12;

async function walk(start: string, back = REDIRECT_URL): Promise<URL> {
  let url = new URL(start);
  const browser = openBrowser(url.origin);
  for (let step = 0; step < STEPS && !url.href.startsWith(back); step += 1) {
    let page = await browser.visit('GET', url);
    if (page.status === 200) {
      url = new URL(/action="([^"]+)"/.exec(page.text)?.[1] ?? '', url);
      const prompt = /name="prompt" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      page = await browser.visit('POST', url, { form: { prompt, login: 'account-1', password: 'anything' } });
    }
    url = new URL(page.headers.get('location') ?? '', url);
  }
  return url;
}
