import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import {
  auth,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, type IdentityProvider, oidcSection, startIdentityProvider } from '../access/identity-provider.js';
import type { World } from '../world.js';
import { startMcpWorld } from './assistant.js';

/** The name of the gateway for people, whatever port it has in a test. */
const GATEWAY = 'http://gateway.lan:8119';
const RESOURCE = `${GATEWAY}/mcp`;
const METADATA = '/.well-known/oauth-protected-resource';
const ACCEPT = { accept: 'application/json, text/event-stream' };
const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

let provider: IdentityProvider;
let world: World;
const oidc = () => oidcSection(provider);
const withProvider = (settings: object, mcp: object = {}) =>
  startMcpWorld(mcp, { config: { north: { rest: { listen: '127.0.0.1:0', auth: { oidc: settings } } } } });

beforeAll(async () => {
  provider = await startIdentityProvider({ preferred_username: 'karla', groups: ['users', 'operator'] });
  world = await withProvider(oidc());
});
afterAll(async () => {
  await world.close();
  provider.close();
});

/** As a client in the network of the gateway calls it: by its name. */
const byName: typeof fetch = (address, init) =>
  fetch(String(address).replace(GATEWAY, world.url.replace(/\/$/, '')), init);

const send = (
  token: string | undefined,
  body: unknown = initialize,
  at = world,
  headers: Record<string, string> = {},
) =>
  at.call('POST', '/mcp', {
    as: 'stranger',
    body,
    headers: { ...ACCEPT, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });

const now = () => Math.floor(Date.now() / 1000);
const claims = (change: object = {}) => ({
  ...{ iss: provider.issuer, aud: RESOURCE, sub: 'account-1', client_id: 'assistant-7' },
  ...{ iat: now(), exp: now() + 300, preferred_username: 'karla', groups: ['operator'] },
  ...change,
});

/** A client that registers itself, and whose person agrees at once. */
function openClient() {
  const held: { tokens?: OAuthTokens; client?: OAuthClientInformationMixed; verifier?: string; code?: string } = {};
  const back = 'http://localhost/callback';
  const own: OAuthClientProvider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'a made-up assistant', redirect_uris: [back], token_endpoint_auth_method: 'none' },
    clientInformation: () => held.client,
    saveClientInformation: (information) => {
      held.client = information;
    },
    tokens: () => held.tokens,
    saveTokens: (tokens) => {
      held.tokens = tokens;
    },
    redirectToAuthorization: async (url) => {
      held.code = (await provider.walk(url.href, back)).searchParams.get('code') ?? '';
    },
    saveCodeVerifier: (verifier) => {
      held.verifier = verifier;
    },
    codeVerifier: () => held.verifier ?? '',
  };
  return { own, held };
}

describe('an assistant with a sign-in at the identity provider', () => {
  it('finds the provider by the challenge, gets a token and calls tools as the person [H35]', async () => {
    const { own, held } = openClient();
    const transport = () => new StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider: own, fetch: byName });
    const connect = async (over: StreamableHTTPClientTransport) => {
      const client = new Client({ name: 'test assistant', version: '1.2.3' });
      // The declared type of the session id differs under `exactOptionalPropertyTypes`.
      await client.connect(over as Parameters<Client['connect']>[0]);
      return client;
    };
    const first = transport();
    await expect(connect(first)).rejects.toThrow('Unauthorized');
    await first.finishAuth(held.code ?? '');
    expect(held.tokens?.token_type).toBe('Bearer');
    const client = await connect(transport());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('switch_device');
    const answer = await client.callTool({ name: 'switch_device', arguments: { device: 'SIM0000001', on: true } });
    expect(answer.isError).not.toBe(true);
    await client.close();
    const recorded = async (op: string) => JSON.stringify((await world.call('GET', `/api/v1/audit?op=${op}`)).json);
    await expect.poll(() => recorded('mcp_call')).toMatch(/"karla".*test assistant 1\.2\.3: switch_device/);
  });

  it('is led by its own helpers of the protocol: challenge, metadata, provider, token', async () => {
    const refused = await byName(RESOURCE, { method: 'POST', headers: ACCEPT });
    expect(refused.status).toBe(401);
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    expect(resourceMetadataUrl?.href).toBe(`${GATEWAY}${METADATA}/mcp`);
    const found = await discoverOAuthProtectedResourceMetadata(
      RESOURCE,
      { resourceMetadataUrl: resourceMetadataUrl! },
      byName,
    );
    expect(found).toMatchObject({ resource: RESOURCE, authorization_servers: [provider.issuer] });
    const { own, held } = openClient();
    expect(await auth(own, { serverUrl: RESOURCE, fetchFn: byName })).toBe('REDIRECT');
    const finished = { serverUrl: RESOURCE, fetchFn: byName, authorizationCode: held.code ?? '' };
    expect(await auth(own, finished)).toBe('AUTHORIZED');
    expect((await send(held.tokens?.access_token)).status).toBe(200);
    // Of the same sign-in, and no access token.
    expect((await send(held.tokens?.id_token)).json).toMatchObject({ status: 401, reason: 'oidc_token_invalid' });
    expect(
      (
        await world.call('GET', '/api/v1/devices', {
          as: 'stranger',
          headers: { authorization: `Bearer ${held.tokens?.access_token}` },
        })
      ).status,
    ).toBe(401);
  });

  it('finds the metadata at both paths, without a credential', async () => {
    for (const path of [METADATA, `${METADATA}/mcp`]) {
      const { status, json, headers } = await world.call('GET', path, { as: 'stranger' });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(json).toEqual({
        resource: RESOURCE,
        authorization_servers: [provider.issuer],
        scopes_supported: ['openid', 'profile', 'email'],
        bearer_methods_supported: ['header'],
      });
    }
  });

  it('gets the address below a path of its own, for any Host of the request', async () => {
    await using below = await withProvider({
      ...oidc(),
      redirect_url: 'https://home.example/gateway/api/v1/auth/oidc/callback',
    });
    const { headers } = await send(undefined, initialize, below, { 'x-forwarded-host': 'evil.example' });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="service", resource_metadata="https://home.example/gateway/.well-known/oauth-protected-resource/mcp"',
    );
    expect((await below.call('GET', METADATA, { as: 'stranger' })).json.resource).toBe(
      'https://home.example/gateway/mcp',
    );
    expect((await send(provider.sign(claims()), initialize, below)).status).toBe(401);
    expect(
      (await send(provider.sign(claims({ aud: 'https://home.example/gateway/mcp' })), initialize, below)).status,
    ).toBe(200);
  });
});

describe('access tokens that are not accepted', () => {
  const rogue = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const part = (header: object, payload: object) =>
    `${encoded({ typ: 'at+jwt', kid: 'key', ...header })}.${encoded(payload)}`;
  const keyed = (secret: string) => {
    const input = part({ alg: 'HS256' }, claims());
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const forged = (header: object = {}) => {
    const input = part({ alg: 'RS256', ...header }, claims());
    return `${input}.${createSign('RSA-SHA256').update(input).sign(rogue.privateKey).toString('base64url')}`;
  };
  const pem = () => provider.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const cases: readonly (readonly [title: string, token: () => string])[] = [
    ['of another issuer [H38]', () => provider.sign(claims({ iss: 'https://rogue.example' }))],
    ['without a signature [H36]', () => `${part({ alg: 'none' }, claims())}.`],
    ['keyed with the public key [H36]', () => keyed(pem())],
    ['of another key under the same id [H37]', () => forged()],
    ['of a key that they bring along [H37]', () => forged({ jwk: rogue.publicKey.export({ format: 'jwk' }) })],
    [
      'of a key at an address that they name [H37]',
      () => forged({ kid: `${provider.issuer}/k`, jku: provider.issuer }),
    ],
    ['for another service [H38]', () => provider.sign(claims({ aud: 'https://photos.example' }))],
    ['for the sign-in of the gateway [H38]', () => provider.sign(claims({ aud: CLIENT_ID }))],
    ['and are ID tokens in truth [H38]', () => provider.sign(claims(), { typ: 'JWT' })],
    ['because they have ended [H39]', () => provider.sign(claims({ exp: now() - 120 }))],
    ['because they begin later [H39]', () => provider.sign(claims({ nbf: now() + 3_600 }))],
    ['because they are opaque [H42]', () => 'vF9dft4qmTaM'],
  ];

  it.each(cases)('are those %s', async (_title, token) => {
    expect((await send(provider.sign(claims()))).status).toBe(200);
    const { status, headers, json } = await send(token());
    expect([status, json.reason]).toEqual([401, 'oidc_token_invalid']);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token", resource_metadata=');
    expect(provider.requests).not.toContain('/k');
  });

  it('are all of them where no provider is configured, and the metadata does not exist', async () => {
    await using alone = await startMcpWorld();
    for (const path of [METADATA, `${METADATA}/mcp`]) {
      expect((await alone.call('GET', path, { as: 'stranger' })).status).toBe(404);
    }
    const { status, headers, json } = await send(provider.sign(claims()), initialize, alone);
    expect([status, json.reason]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="service", error="invalid_token"');
    expect((await alone.call('POST', '/mcp', { body: initialize, headers: ACCEPT })).status).toBe(200);
  });

  it('are refused for now while the provider is away, after one request [H43]', async () => {
    const away = await startIdentityProvider({});
    await using waiting = await withProvider({ ...oidc(), issuer: away.issuer });
    const token = away.sign({ ...claims(), iss: away.issuer });
    away.close();
    const before = away.requests.length;
    for (let count = 0; count < 5; count += 1) {
      const { status, headers, json } = await send(token, initialize, waiting);
      expect([status, json.reason, headers.get('retry-after')]).toEqual([503, 'oidc_unavailable', '10']);
    }
    expect(away.requests).toHaveLength(before);
    expect((await waiting.call('POST', '/mcp', { body: initialize, headers: ACCEPT })).status).toBe(200);
  });
});

describe('the role of an access token', () => {
  const toolsOf = async (token: string, at = world) => {
    const begun = await send(token, initialize, at);
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    const { json } = await send(token, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, at, session);
    return json.result.tools.map(({ name }: { name: string }) => name);
  };

  it('is that of its claim, and a viewer without one [H41]', async () => {
    expect(await toolsOf(provider.sign(claims({ groups: ['operator'] })))).toContain('switch_device');
    for (const groups of [undefined, ['staff'], { admin: true }]) {
      expect(await toolsOf(provider.sign(claims({ groups, scope: 'admin' })))).not.toContain('switch_device');
    }
  });

  it('is required where the settings say so [H41]', async () => {
    await using strict = await withProvider({ ...oidc(), require_role: true });
    const { status, json } = await send(provider.sign(claims({ groups: ['staff'] })), initialize, strict);
    expect([status, json.reason]).toEqual([403, 'oidc_role_required']);
    expect(await toolsOf(provider.sign(claims()), strict)).toContain('switch_device');
  });
});

describe('a session with access tokens', () => {
  it('outlives a token that its client renews; its stream ends with the token [P08]', async () => {
    // It counts for one or two seconds: a minute of grace has nearly passed.
    const short = provider.sign(claims({ exp: now() - 58 }));
    const session = { 'mcp-session-id': (await send(short)).headers.get('mcp-session-id') ?? '' };
    const stream = await byName(RESOURCE, {
      headers: { authorization: `Bearer ${short}`, accept: 'text/event-stream', ...session },
    });
    expect(stream.status).toBe(200);
    await stream.text();
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await send(short, list, world, session)).json.reason).toBe('oidc_token_invalid');
    expect((await send(provider.sign(claims()), list, world, session)).status).toBe(200);
    const other = provider.sign(claims({ sub: 'account-2' }));
    expect((await send(other, list, world, session)).status).toBe(404);
  });
});
