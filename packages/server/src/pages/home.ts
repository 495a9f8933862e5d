import type { Auth } from '@ccu-gateway/auth-core';
import { type InfoSource, principalOf } from '@ccu-gateway/gateway-core/use-cases';
import { html } from 'hono/html';
import type { UiAssets } from '../http/answers/assets.js';
import { type Caller, headerOf } from '../operation/caller.js';
import { type BodilessReply, operationsWith, type RawReply, seeOther } from '../operation/operation.js';
import { appReply } from './app.js';
import { pageReply } from './layout.js';
import { languageOf, textsIn } from './texts.js';

export interface HomePorts {
  readonly auth: Auth;
  readonly info: InfoSource;
  readonly ui?: UiAssets;
}

const operation = operationsWith<HomePorts>();

const access = 'viewer';
const tag = 'pages';
const responses = { 200: { description: 'A page' }, 304: { description: 'Same as `If-None-Match`' } } as const;

export const homeOperations = [
  operation({
    mount: 'root',
    method: 'GET',
    path: '/',
    operationId: 'homePage',
    access,
    tag,
    summary: 'The web UI; without its files the addresses of the API',
    responses,
    handler: ({ caller }, ports) => homeReply(caller, ports),
  }),
  operation({
    mount: 'root',
    method: 'GET',
    path: '/docs',
    operationId: 'apiPage',
    access,
    tag,
    summary: 'Leads to the reference of the API in the web UI; without its files as `/`',
    responses: { 303: { description: 'The reference of the API' } },
    handler: async ({ caller }, { ui }) =>
      seeOther(`${caller.facts.basePath}${ui === undefined ? '' : 'api-reference'}`),
  }),
];

/** Answers a navigation to an address that only the app knows. */
export const appPageOperation = operation({
  mount: 'root',
  method: 'GET',
  path: '/{anything}',
  operationId: 'appPage',
  access,
  tag,
  summary: 'A page of the web UI',
  responses,
  mounted: ({ ui }) => ui !== undefined,
  handler: ({ caller }, ports) => homeReply(caller, ports),
});

async function homeReply(caller: Caller, { auth, info, ui }: HomePorts): Promise<RawReply | BodilessReply> {
  if (ui !== undefined) return appReply(ui, caller, { auth, info });
  const principal = principalOf(caller);
  const language = languageOf(headerOf(caller, 'accept-language'));
  const texts = textsIn(language);
  const csrf = auth.csrf.issue(principal, caller.request);
  const name = info.info().instanceName ?? 'ccu-gateway';
  return pageReply({
    title: name,
    language,
    facts: caller.facts,
    cookies: csrf?.cookies,
    content: html`<main><header><h1>${name}</h1><small>${texts.signedInAs} <b>${principal.subject}</b> (${principal.role})</small>
<form method="post" action="logout"><input type="hidden" name="_csrf" value="${csrf?.token ?? ''}"><button class="quiet">${texts.signOut}</button></form></header>
<section class="card"><p>${texts.withoutApp}</p>
<nav><a href="api/v1/health">${texts.health}</a> <a href="api/v1/devices">${texts.devices}</a>
<a href="api/v1/openapi.json">openapi.json</a> <a href="api/v1/ws-catalogue.json">ws-catalogue.json</a></nav></section></main>`,
  });
}
