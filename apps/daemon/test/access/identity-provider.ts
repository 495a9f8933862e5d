import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { openBrowser } from './browser.js';

export const CLIENT_ID = 'gateway';
export const CLIENT_SECRET = 'the-secret-of-this-gateway';
/** Where the provider sends browsers back to: the name people use for the gateway, whatever port it has in a test. */
export const REDIRECT_URL = 'http://gateway.lan:8119/api/v1/auth/oidc/callback';

export interface IdentityProvider {
  readonly issuer: string;
  /** Goes through the provider's own pages; answers the address it sends the browser back to. */
  walk(start: string): Promise<URL>;
  close(): void;
}

/** An identity provider as people run it, with one confidential client and its own login and consent pages. */
export async function startIdentityProvider(claims: Readonly<Record<string, unknown>>): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [REDIRECT_URL] }],
    jwks: { keys: [key as never] },
    cookies: { keys: ['a-cookie-key-of-the-provider'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    walk,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const STEPS = 12;

async function walk(start: string): Promise<URL> {
  let url = new URL(start);
  const browser = openBrowser(url.origin);
  for (let step = 0; step < STEPS && !url.href.startsWith(REDIRECT_URL); step += 1) {
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
