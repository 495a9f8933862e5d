import type { Auth } from '@ccu-gateway/auth-core';
import { type InfoSource, principalOf } from '@ccu-gateway/gateway-core';
import { html } from 'hono/html';
import { headerOf } from '../operation/caller.js';
import { operationsWith } from '../operation/operation.js';
import { API_SCRIPT } from './api-script.js';
import { pageReply } from './layout.js';
import { languageOf, textsIn } from './texts.js';

const operation = operationsWith<{ readonly auth: Auth; readonly info: InfoSource }>();

export const apiPageOperations = [
  operation({
    mount: 'root',
    method: 'GET',
    path: '/docs',
    operationId: 'apiPage',
    access: 'viewer',
    tag: 'pages',
    summary: 'The API to read and to try; needs nothing from the internet',
    responses: { 200: { description: 'A page' } },
    handler: ({ caller }, { auth, info }) => {
      const language = languageOf(headerOf(caller, 'accept-language'));
      const texts = textsIn(language);
      const csrf = auth.csrf.issue(principalOf(caller), caller.request);
      const name = info.info().instanceName ?? 'ccu-gateway';
      return pageReply({
        title: `${texts.api} · ${name}`,
        language,
        facts: caller.facts,
        cookies: csrf?.cookies,
        script: API_SCRIPT,
        data: { csrf: csrf?.token, texts: { send: texts.send, body: texts.body } },
        content: html`<main><header><h1>${name} · ${texts.api}</h1><a href="./">${texts.devices}</a>
<a href="api/v1/openapi.json">openapi.json</a> <a href="api/v1/ws-catalogue.json">ws-catalogue.json</a></header>
<p><label for="search">${texts.search}</label><input id="search" type="search"></p>
<noscript><p class="hint">${texts.apiNeedsScript}</p></noscript><div id="operations"></div></main>`,
      });
    },
  }),
];
