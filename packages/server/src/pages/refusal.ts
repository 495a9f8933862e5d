import type { Auth } from '@ccu-gateway/auth-core';
import { html } from 'hono/html';
import type { Refused } from '../http/pipeline.js';
import { API_PREFIX } from '../http/routes.js';
import { rawHeader } from '../operation/caller.js';
import { type Reply, seeOther } from '../operation/operation.js';
import { pageReply } from './layout.js';
import { errorText, hasErrorText, languageOf, type Texts, textsIn } from './texts.js';
import { WAIT_SCRIPT, waitNote } from './wait.js';

/** Page that people see instead of a problem: sign-in, or a page with the error. */
export async function refusalPage(
  { incoming, facts, problem, requestId }: Refused,
  { auth }: { readonly auth: Auth },
): Promise<Reply | undefined> {
  const { rawHeaders } = incoming.description;
  if (!isForPeople(facts.path, rawHeaders)) return undefined;
  const cookies = (problem.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, text]) => text);

  if (problem.status === 401 && isNavigation(incoming.description, facts.path)) {
    const status = await auth.setup.status({ ...incoming.description, requestId });
    if (status.required) return seeOther(`${facts.basePath}setup`, cookies);
    const here = facts.path + (facts.query === '' ? '' : `?${facts.query}`);
    const back = here === '/' ? '' : `?return_to=${encodeURIComponent(here)}`;
    return seeOther(`${facts.basePath}login${back}`, cookies);
  }
  const wait = problem.headers?.find(([name]) => name.toLowerCase() === 'retry-after');
  const language = languageOf(rawHeader(rawHeaders, 'accept-language'));
  const texts = textsIn(language);
  const note = waitNote(texts, wait?.[1]);
  return pageReply({
    title: texts.error,
    ...(note === '' ? {} : { script: WAIT_SCRIPT }),
    language,
    facts,
    status: problem.status,
    cookies,
    headers: { 'x-problem-code': problem.code, ...(wait === undefined ? {} : { 'retry-after': wait[1] }) },
    content: html`<main class="narrow"><section class="card"><h1>${texts.error}</h1>
<p class="error" role="alert">${wordsFor(texts, problem)}</p>
${note}
<p><small>${texts.requestId}: <code>${requestId}</code></small></p><p><a href="./">${texts.back}</a></p></section></main>`,
  });
}

/** In the reader's language where there are words for it; those for rejected input speak of one form only. */
function wordsFor(texts: Texts, { reason, detail, code }: Refused['problem']): string {
  return reason !== 'validation_failed' && hasErrorText(texts, reason) ? errorText(texts, reason) : (detail ?? code);
}

/** True when a person opens this address in a browser, outside the API. */
export function isNavigation(
  { method, rawHeaders }: Pick<Refused['incoming']['description'], 'method' | 'rawHeaders'>,
  path: string,
): boolean {
  return (method === 'GET' || method === 'HEAD') && isForPeople(path, rawHeaders);
}

function isForPeople(path: string, rawHeaders: readonly string[]): boolean {
  return path !== API_PREFIX && !path.startsWith(`${API_PREFIX}/`) && wantsPage(rawHeaders);
}

function wantsPage(rawHeaders: readonly string[]): boolean {
  const mode = rawHeader(rawHeaders, 'sec-fetch-mode');
  if (mode !== undefined) return mode === 'navigate';
  return (rawHeader(rawHeaders, 'accept') ?? '').includes('text/html');
}
