import type { Auth } from '@ccu-gateway/auth-core';
import type { HealthSource, InfoSource } from '@ccu-gateway/gateway-core/use-cases';
import { html } from 'hono/html';
import { z } from 'zod';
import { granted, problemOfAuth } from '../http/problems/refusal.js';
import { type Caller, headerOf } from '../operation/caller.js';
import { operationsWith, type RawReply, seeOther } from '../operation/operation.js';
import { BRAND, pageReply } from './layout.js';
import { pageChoices } from './page-choices.js';
import { safeReturnTo } from './return-to.js';
import { SIGN_IN_SCRIPT } from './sign-in-script.js';
import { errorText, LANGUAGES, languageOf, textsIn } from './texts.js';
import { WAIT_SCRIPT, waitNote } from './wait.js';

export interface SignInPorts {
  readonly auth: Auth;
  readonly info: InfoSource;
  readonly health: HealthSource;
}

const operation = operationsWith<SignInPorts>();

const tag = 'pages';
const page = { description: 'A page' } as const;
const form = z.object({
  username: z.string().default(''),
  password: z.string().default(''),
  return_to: z.string().max(2_048).optional(),
  lang: z.string().optional(),
  _csrf: z.string().optional(),
});

export const signInOperations = [
  operation({
    mount: 'root',
    method: 'GET',
    path: '/login',
    operationId: 'loginPage',
    access: 'public',
    tag,
    summary: 'The form to sign in',
    query: z.object({
      return_to: z.string().optional(),
      error: z.string().max(64).optional(),
      lang: z.string().max(16).optional().describe('`de` or `en`; others count as none.'),
    }),
    responses: { 200: page },
    handler: async ({ query, caller }, ports) => {
      if ((await ports.auth.setup.status(caller.request)).required) return seeOther(`${caller.facts.basePath}setup`);
      return loginPage(ports, caller, {
        returnTo: safeReturnTo(query.return_to),
        error: query.error,
        lang: query.lang,
      });
    },
  }),
  operation({
    mount: 'root',
    method: 'POST',
    path: '/login',
    operationId: 'loginForm',
    access: 'public',
    tag,
    summary: 'Sign in with the form',
    bodyKind: 'form',
    body: form,
    responses: { 303: page, 401: page },
    handler: async ({ body, caller }, ports) => {
      const returnTo = safeReturnTo(body.return_to);
      const forged = ports.auth.csrf.verifyAnonymous(caller.request, body._csrf);
      const outcome = forged ?? (await ports.auth.login(caller.request, body));
      if ('ok' in outcome && outcome.ok) {
        return seeOther(caller.facts.basePath + returnTo.slice(1), outcome.value.cookies);
      }
      const problem = problemOfAuth('ok' in outcome ? outcome.problem : outcome);
      return loginPage(ports, caller, {
        returnTo,
        error: problem.reason,
        username: body.username,
        lang: body.lang,
        status: problem.status,
        retryAfter: problem.headers?.find(([name]) => name.toLowerCase() === 'retry-after')?.[1],
      });
    },
  }),
  operation({
    mount: 'root',
    method: 'POST',
    path: '/logout',
    operationId: 'logoutForm',
    access: 'public',
    tag,
    summary: 'Sign out with the form',
    bodyKind: 'form',
    body: z.object({ _csrf: z.string().optional() }),
    bodyOptional: true,
    responses: { 200: page, 303: page },
    handler: async ({ body, caller }, { auth }) => {
      const out = granted(await auth.logout(caller.request, { formToken: async () => body?._csrf }));
      const { basePath } = caller.facts;
      const reply =
        out.endSessionUrl === undefined
          ? seeOther(`${basePath}login`, out.cookies)
          : await signedOutPage(caller, out.endSessionUrl, out.cookies);
      return basePath === '/' ? { ...reply, headers: { ...reply.headers, ...CLEAR } } : reply;
    },
  }),
];

/**
 * Data that the web UI stored of the installation is cleared with the session, also without scripts. Below a path the
 * origin belongs to others as well, and their storage must stay: the service worker clears it there.
 */
const CLEAR = { 'clear-site-data': '"storage"' } as const;

/**
 * The way to the provider's own end of the session. A page and no redirect, because the policy of our pages keeps forms on
 * this site, redirects included.
 */
function signedOutPage(caller: Caller, endSessionUrl: string, cookies: readonly string[]): Promise<RawReply> {
  const language = languageOf(headerOf(caller, 'accept-language'));
  const texts = textsIn(language);
  return pageReply({
    title: texts.signedOut,
    language,
    facts: caller.facts,
    cookies,
    onward: endSessionUrl,
    content: html`<main class="narrow"><section class="card"><h1>${texts.signedOut}</h1>
<p><a href="${endSessionUrl}">${texts.endSession}</a></p><p><a href="login">${texts.signIn}</a></p></section></main>`,
  });
}

/** The reason of the finding that accounts of the CCU cannot sign in because it is away. */
const CCU_AWAY = 'ccu_login_away';

interface Shown {
  readonly returnTo: string;
  readonly error?: string | undefined;
  readonly username?: string;
  /** The language that was chosen on the page. */
  readonly lang?: string | undefined;
  readonly status?: number;
  readonly retryAfter?: string | undefined;
}

async function loginPage({ auth, info, health }: SignInPorts, caller: Caller, shown: Shown): Promise<RawReply> {
  const chosen = LANGUAGES.find((each) => each === shown.lang);
  const language = chosen ?? languageOf(headerOf(caller, 'accept-language'));
  const texts = textsIn(language);
  const csrf = auth.csrf.issueAnonymous(caller.request);
  const name = info.info().instanceName ?? 'ccu-gateway';
  const failed = shown.error !== undefined;
  const wait = waitNote(texts, shown.retryAfter);
  const troubles = health.health().components.flatMap((part) => {
    if (part.affectsSignIn !== true) return [];
    return part.reason === CCU_AWAY ? [texts.ccuAway] : [`${texts.signInTrouble} ${part.note ?? part.name}`];
  });
  const shared =
    (await auth.foreignSessions.isCarriedBy(caller.request)) &&
    html`<p class="hint" role="status">${texts.otherGateway}</p>`;
  return pageReply({
    title: `${texts.signIn} · ${name}`,
    language,
    facts: caller.facts,
    status: shown.status,
    cookies: csrf.cookies,
    headers: shown.retryAfter === undefined ? {} : { 'retry-after': shown.retryAfter },
    script: wait === '' ? SIGN_IN_SCRIPT : SIGN_IN_SCRIPT + WAIT_SCRIPT,
    content: html`<main class="narrow" id="page" data-chosen="${chosen ?? ''}"><header>${BRAND}<h1>${name}</h1></header>
${troubles.map((note) => html`<p class="error" role="status">${note}</p>`)}
${shared}
<form class="card" method="post" action="login">
${failed && html`<p class="error" id="problem" role="alert">${errorText(texts, shown.error)}</p>`}
${wait}
<input type="hidden" name="_csrf" value="${csrf.token}"><input type="hidden" name="return_to" value="${shown.returnTo}">
<input type="hidden" name="lang" value="${chosen ?? ''}">
<label for="username">${texts.username}</label>
<input id="username" name="username" value="${shown.username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required${failed ? html` aria-describedby="problem"` : ''} autofocus>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<label class="check" hidden><input id="show" type="checkbox"> ${texts.showPassword}</label>
<button>${texts.signIn}</button>
<p class="hint">${texts.stays}</p></form>
${
  auth.oidc !== null &&
  html`<p><a class="button" href="api/v1/auth/oidc/start?return_to=${encodeURIComponent(shown.returnTo)}">${texts.sso}</a></p>`
}
<p class="hint">${texts.forgot} <code class="command">ccu-gateway user passwd</code></p>
${pageChoices(texts, language, { page: 'login', returnTo: shown.returnTo })}</main>`,
  });
}
