import type { Auth } from '@ccu-gateway/auth-core';
import { type InfoSource, principalOf } from '@ccu-gateway/gateway-core';
import { html } from 'hono/html';
import { headerOf } from '../operation/caller.js';
import { operationsWith } from '../operation/operation.js';
import type { Documents } from '../rest/documents.js';
import { API_SCRIPT } from './api-script.js';
import { pageReply } from './layout.js';
import { languageOf, textsIn } from './texts.js';

const operation = operationsWith<{
  readonly auth: Auth;
  readonly info: InfoSource;
  readonly documents: Pick<Documents, 'openapi'>;
}>();

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
    handler: async ({ caller }, { auth, info, documents }) => {
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
<noscript><p class="hint">${texts.apiNeedsScript}</p>
${listedByTag((await documents.openapi()).bytes)}</noscript><div id="operations"></div></main>`,
      });
    },
  }),
];

interface Listed {
  readonly tags: readonly [string, ...string[]];
  readonly summary: string;
  readonly 'x-access': string;
}

/** Every operation with its summary and role, for browsers that run no script. */
function listedByTag(openapi: Uint8Array) {
  // Our own document: its form is known.
  const { paths } = JSON.parse(Buffer.from(openapi).toString()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Listed>>>>;
  };
  const byTag = new Map<string, { readonly call: string; readonly listed: Listed }[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, listed] of Object.entries(methods)) {
      const [tag] = listed.tags;
      const call = `${method.toUpperCase()} ${path}`;
      byTag.set(tag, [...(byTag.get(tag) ?? []), { call, listed }]);
    }
  }
  return [...byTag]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([tag, calls]) => html`<section class="card"><h2>${tag}</h2><ul>${calls.map(
        ({ call, listed }) =>
          html`<li><code>${call}</code> ${listed.summary} <small class="pill">${listed['x-access']}</small></li>`,
      )}</ul></section>
`,
    );
}
