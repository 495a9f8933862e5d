import { type Auth, kindOfPasswordFault } from '@ccu-gateway/auth-core';
import type { InfoSource } from '@ccu-gateway/gateway-core/use-cases';
import { html } from 'hono/html';
import { z } from 'zod';
import type { UiAssets } from '../http/answers/assets.js';
import type { ProblemDescription } from '../http/problems/problem.js';
import { granted, problemOfAuth } from '../http/problems/refusal.js';
import { type Caller, headerOf } from '../operation/caller.js';
import { operationsWith, type RawReply, seeOther } from '../operation/operation.js';
import { BRAND, pageReply } from './layout.js';
import { pageChoices } from './page-choices.js';
import { SIGN_IN_SCRIPT } from './sign-in-script.js';
import { STRENGTH_SCRIPT, strengthMeter } from './strength.js';
import { errorText, LANGUAGES, languageOf, type Texts, textsIn } from './texts.js';
import { WAIT_SCRIPT, waitNote } from './wait.js';

export interface FirstRunPorts {
  readonly auth: Auth;
  readonly info: InfoSource;
  /** Absent where the web UI is not built. */
  readonly ui?: UiAssets;
}

const operation = operationsWith<FirstRunPorts>();

const tag = 'pages';
const page = { description: 'A page' } as const;

export const firstRunOperations = [
  operation({
    mount: 'root',
    method: 'GET',
    path: '/setup',
    operationId: 'setupPage',
    access: 'public',
    tag,
    summary: 'The form that creates the first administrator',
    query: z.object({ lang: z.string().max(16).optional().describe('`de` or `en`; others count as none.') }),
    responses: { 200: page, 303: page },
    handler: async ({ query, caller }, ports) => {
      const status = await ports.auth.setup.status(caller.request);
      if (!status.required) return seeOther(`${caller.facts.basePath}login`);
      return setupPage(ports, caller, { codeRequired: status.codeRequired, lang: query.lang });
    },
  }),
  operation({
    mount: 'root',
    method: 'POST',
    path: '/setup',
    operationId: 'setupForm',
    access: 'public',
    tag,
    summary: 'Create the first administrator with the form',
    bodyKind: 'form',
    body: z.object({
      username: z.string().default(''),
      password: z.string().default(''),
      password_confirmation: z.string().default(''),
      code: z.string().optional(),
      lang: z.string().optional(),
      _csrf: z.string().optional(),
    }),
    responses: { 303: page },
    // No body is read for a caller without access to setup.
    before: async (caller, { auth }) => {
      granted(await auth.setup.precheck(caller.request));
    },
    handler: async ({ body, caller }, ports) => {
      const { auth } = ports;
      const forged = auth.csrf.verifyAnonymous(caller.request, body._csrf);
      const outcome =
        forged ??
        (await auth.setup.create(caller.request, {
          username: body.username,
          password: body.password,
          confirmation: body.password_confirmation,
          code: body.code,
        }));
      if ('ok' in outcome && outcome.ok) return signedIn(ports, caller, body);
      const problem = problemOfAuth('ok' in outcome ? outcome.problem : outcome);
      const { codeRequired } = await auth.setup.status(caller.request);
      return setupPage(ports, caller, {
        codeRequired,
        error: problem.reason,
        fault: faultOf(problem, body.password),
        username: body.username,
        lang: body.lang,
        status: problem.status,
        retryAfter: problem.headers?.find(([name]) => name.toLowerCase() === 'retry-after')?.[1],
      });
    },
  }),
];

/** Signs the new administrator in, and leads to the wizard that connects a CCU. A refused sign-in leads to the form. */
async function signedIn(
  { auth, ui }: FirstRunPorts,
  caller: Caller,
  { username, password }: { readonly username: string; readonly password: string },
) {
  const { basePath } = caller.facts;
  const outcome = await auth.login(caller.request, { username, password });
  if (!outcome.ok) return seeOther(`${basePath}login`);
  return seeOther(`${basePath}${ui === undefined ? '' : 'welcome'}`, outcome.value.cookies);
}

const FIELDS = ['username', 'password', 'confirmation', 'code'] as const;
type FieldName = (typeof FIELDS)[number];

/** The field that a refusal is about, and the reason of the text beside it. */
interface Fault {
  readonly field: FieldName;
  readonly reason: string;
}

/** Undefined where the refusal is about no field. */
function faultOf({ reason, errors }: ProblemDescription, password: string): Fault | undefined {
  if (reason === 'setup_code_invalid') return { field: 'code', reason };
  const field = FIELDS.find((each) => each === errors?.[0]?.field);
  if (field === undefined) return undefined;
  if (field === 'password') return { field, reason: `password_${kindOfPasswordFault(password)}` };
  return { field, reason: field === 'confirmation' ? field : (reason ?? '') };
}

interface Shown {
  readonly codeRequired: boolean;
  readonly error?: string | undefined;
  readonly fault?: Fault | undefined;
  readonly username?: string;
  /** The language that was chosen on the page. */
  readonly lang?: string | undefined;
  readonly status?: number;
  readonly retryAfter?: string | undefined;
}

/** Texts and attributes of a field, by the fault of the form; the first field, or the one with the fault, has the focus. */
function fieldsOf(texts: Texts, fault: Fault | undefined) {
  const hasFault = (field: FieldName) => fault?.field === field;
  return {
    attributes(field: FieldName, rule?: string) {
      const described = [...(hasFault(field) ? ['problem'] : []), ...(rule === undefined ? [] : [rule])].join(' ');
      return html`${hasFault(field) ? html` aria-invalid="true"` : ''}${described === '' ? '' : html` aria-describedby="${described}"`}${(fault?.field ?? 'username') === field ? html` autofocus` : ''}`;
    },
    note: (field: FieldName) =>
      hasFault(field) ? html`<p class="error" id="problem" role="alert">${errorText(texts, fault?.reason)}</p>` : '',
  };
}

function setupPage({ auth, info, ui }: FirstRunPorts, caller: Caller, shown: Shown): Promise<RawReply> {
  const chosen = LANGUAGES.find((each) => each === shown.lang);
  const language = chosen ?? languageOf(headerOf(caller, 'accept-language'));
  const texts = textsIn(language);
  const csrf = auth.csrf.issueAnonymous(caller.request);
  const name = info.info().instanceName ?? 'ccu-gateway';
  const wait = waitNote(texts, shown.retryAfter);
  const meter = ui?.strengthMeter;
  const fields = fieldsOf(texts, shown.fault);
  return pageReply({
    title: `${texts.setup} · ${name}`,
    language,
    facts: caller.facts,
    status: shown.status,
    cookies: csrf.cookies,
    headers: shown.retryAfter === undefined ? {} : { 'retry-after': shown.retryAfter },
    script: `${SIGN_IN_SCRIPT}${wait === '' ? '' : WAIT_SCRIPT}${meter === undefined ? '' : STRENGTH_SCRIPT}`,
    loadsScripts: meter !== undefined,
    content: html`<main class="narrow" id="page" data-chosen="${chosen ?? ''}"><header>${BRAND}<h1>${name}</h1></header><p>${texts.setupIntro}</p>
<form class="card" method="post" action="setup">
${shown.error !== undefined && shown.fault === undefined && html`<p class="error" id="problem" role="alert">${errorText(texts, shown.error)}</p>`}
${wait}
<input type="hidden" name="_csrf" value="${csrf.token}">
<input type="hidden" name="lang" value="${chosen ?? ''}">
<label for="username">${texts.username}</label>
<input id="username" name="username" value="${shown.username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required${fields.attributes('username')}>
${fields.note('username')}
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required${fields.attributes('password', 'rule')}>
${meter === undefined ? '' : strengthMeter(texts, meter)}
${fields.note('password')}
<small id="rule">${texts.passwordRule}</small>
<label for="confirmation">${texts.confirmation}</label>
<input id="confirmation" name="password_confirmation" type="password" autocomplete="new-password" minlength="8" required${fields.attributes('confirmation')}>
${fields.note('confirmation')}
${
  shown.codeRequired &&
  html`<label for="code">${texts.code}</label><input id="code" name="code" autocomplete="off" required${fields.attributes('code')}>${fields.note('code')}`
}
<label class="check" hidden><input id="show" type="checkbox"> ${texts.showPassword}</label>
<button>${texts.create}</button></form>${pageChoices(texts, language, { page: 'setup' })}</main>`,
  });
}
