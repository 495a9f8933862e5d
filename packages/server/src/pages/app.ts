import type { Auth } from '@ccu-gateway/auth-core';
import type { InfoSource } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { encodingFor, type UiAssets } from '../http/answers/assets.js';
import { contentEtag, matchesEtag } from '../http/answers/etag.js';
import { type Caller, headerOf } from '../operation/caller.js';
import { type BodilessReply, operationsWith, type RawReply } from '../operation/operation.js';

export interface AppPorts {
  readonly auth: Pick<Auth, 'csrf'>;
  readonly info: InfoSource;
  readonly ui?: UiAssets;
}

const operation = operationsWith<AppPorts>();

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, and asked for again before each use. */
const REVALIDATE = 'no-cache';

/** Files beside the page that must keep their names. */
const NAMED = [
  '/sw.js',
  '/manifest.webmanifest',
  '/icon.svg',
  '/icon-maskable.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/apple-touch-icon.png',
] as const;

const file = { description: 'A file of the web UI', contentTypes: ['*/*'] } as const;
const unchanged = { description: 'Same as `If-None-Match`' } as const;

/**
 * The files of the web UI. Public: the service worker and the manifest are asked for without credentials, and nothing in them
 * is secret. The page that loads them is not.
 */
export const appFileOperations = [
  operation({
    mount: 'root',
    method: 'GET',
    path: '/assets/{file}',
    operationId: 'webUiAsset',
    access: 'public',
    tag: 'pages',
    summary: 'A file of the web UI with its content in its name',
    params: z.object({ file: z.string().max(200) }),
    responses: { 200: file, 304: unchanged },
    mounted: ({ ui }) => ui !== undefined,
    handler: ({ params, caller }, { ui }) => fileReply(ui, `assets/${params.file}`, caller),
  }),
  ...NAMED.map((path) =>
    operation({
      mount: 'root',
      method: 'GET',
      path,
      operationId: `webUiFile${path.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      access: 'public',
      tag: 'pages',
      summary: 'A file of the web UI',
      responses: { 200: file, 304: unchanged },
      mounted: ({ ui }) => ui !== undefined,
      handler: ({ caller }, { ui }) => fileReply(ui, path.slice(1), caller),
    }),
  ),
];

async function fileReply(ui: UiAssets | undefined, path: string, caller: Caller): Promise<RawReply | BodilessReply> {
  const asset = ui?.file(path);
  if (asset === undefined) return { status: 404, headers: { 'cache-control': 'no-store' } };
  const headers = {
    etag: asset.etag,
    'cache-control': asset.immutable ? IMMUTABLE : REVALIDATE,
    vary: 'Accept-Encoding',
  };
  if (matchesEtag(headerOf(caller, 'if-none-match'), asset.etag)) return { status: 304, headers };
  const encoding = encodingFor(headerOf(caller, 'accept-encoding'), asset);
  return {
    status: 200,
    raw: await asset.body(encoding),
    contentType: asset.contentType,
    headers: encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding },
  };
}

/** The page that loads the app. It is the same for every path: the app reads the address itself. */
export function appReply(ui: UiAssets, caller: Caller, { auth, info }: AppPorts): RawReply | BodilessReply {
  const { facts } = caller;
  const principal = caller.principal;
  const cookies = principal === null ? undefined : auth.csrf.issue(principal, caller.request)?.cookies;
  const text = indexFor(ui.index, {
    basePath: facts.basePath,
    name: info.info().instanceName ?? 'ccu-gateway',
    // The name of the token's cookie depends on the name of the service.
    csrfCookie: cookies?.[0]?.split('=', 1)[0] ?? '',
  });
  const headers = {
    etag: contentEtag([text]),
    'cache-control': REVALIDATE,
    'content-security-policy': policy(facts.ingressPath !== null),
  };
  const reply = { headers, ...(cookies === undefined ? {} : { cookies }) };
  if (matchesEtag(headerOf(caller, 'if-none-match'), headers.etag)) return { status: 304, ...reply };
  return { status: 200, raw: text, contentType: 'text/html; charset=utf-8', ...reply };
}

interface IndexFacts {
  readonly basePath: string;
  readonly name: string;
  /** Empty where the caller needs no token. */
  readonly csrfCookie: string;
}

/** The built page at the path that the browser knows, with the name of this gateway. */
function indexFor(index: string, { basePath, name, csrfCookie }: IndexFacts): string {
  return index
    .replace('<base href="/">', () => `<base href="${escapeHtml(basePath)}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`)
    .replace(
      '<meta name="csrf-cookie" content="">',
      () => `<meta name="csrf-cookie" content="${escapeHtml(csrfCookie)}">`,
    );
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function policy(embedded: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    `frame-ancestors ${embedded ? "'self'" : "'none'"}`,
  ].join('; ');
}
