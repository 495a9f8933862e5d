import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const clientId = 'gateway';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

export function makeSigningKey(kid: string, modulusLength = 2048, publicExponent = 65_537): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
  return { privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

export const b64 = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** A compact JWS with exactly these header and payload texts. */
export function signRaw(header: string, payload: string, key: KeyObject, algorithm = 'RSA-SHA256'): string {
  const input = `${b64(header)}.${b64(payload)}`;
  return `${input}.${b64(createSign(algorithm).update(input).sign(key))}`;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Behaviour of the provider; each test changes the members it needs. */
export interface Behaviour {
  metadata: (honest: Claims) => Claims;
  keys: () => readonly unknown[];
  /** The ID token for these honest claims; anything that is no text is sent as it is. */
  idToken: (claims: Claims) => unknown;
  /** Takes a request over completely. True when it answered. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface RogueProvider {
  readonly issuer: string;
  readonly behaviour: Behaviour;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  readonly tokenRequests: readonly { readonly body: URLSearchParams; readonly authorization: string | undefined }[];
  count(path: string): number;
  /** The nonce the next token carries: that of the flow under way. */
  nonce: string;
}

export async function startRogueProvider(key: SigningKey, now: () => number): Promise<RogueProvider> {
  const requests: string[] = [];
  const tokenRequests: { readonly body: URLSearchParams; readonly authorization: string | undefined }[] = [];
  const behaviour: Behaviour = {
    metadata: (honest) => honest,
    keys: () => [key.jwk],
    idToken: (claims) =>
      signRaw(JSON.stringify({ alg: 'RS256', kid: key.jwk.kid }), JSON.stringify(claims), key.privateKey),
    intercept: () => false,
  };
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    if (behaviour.intercept(request, response)) return;
    if (path.endsWith('/.well-known/openid-configuration')) {
      const honest = {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/jwks`,
        code_challenge_methods_supported: ['S256'],
      };
      json(response, behaviour.metadata(honest));
    } else if (path === '/jwks') json(response, { keys: behaviour.keys() });
    else if (path === '/token') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      tokenRequests.push({ body: new URLSearchParams(body), authorization: request.headers.authorization });
      const seconds = Math.floor(now() / 1000);
      const claims = {
        iss: provider.issuer,
        aud: clientId,
        sub: 'user-1',
        iat: seconds,
        exp: seconds + 300,
        nonce: provider.nonce,
        preferred_username: 'Karla ',
        role: 'operator',
      };
      json(response, { access_token: 'access', token_type: 'Bearer', id_token: behaviour.idToken(claims) });
    } else json(response, {}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const provider: RogueProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    requests,
    tokenRequests,
    nonce: '',
    count: (path) => requests.filter((line) => line.endsWith(path)).length,
  };
  return provider;
}
