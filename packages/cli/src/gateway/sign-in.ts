import type { CallAnswer } from '@ccu-gateway/client';
import type { Login, Session } from '../login/store.js';
import { unexpectedAnswer } from '../terminal/exit.js';
import type { Credential } from './open.js';
import type { Rest } from './rest.js';

export type Identity = CallAnswer<'me'>;

/** Opens the named gateway with a credential. */
interface Opener {
  gatewayAt(url: string, credential: Credential): Promise<Rest>;
}

/** A session of its own; the last argument is how the certificate is judged. */
export async function sessionFor(
  opener: Opener,
  url: string,
  body: { readonly username: string; readonly password: string },
  { ca, fingerprint }: Pick<Login, 'ca' | 'fingerprint'>,
) {
  const trust = { ...(ca !== undefined && { ca }), ...(fingerprint !== undefined && { fingerprint }) };
  const answer = await (await opener.gatewayAt(url, trust)).request('login', { body });
  const session = sessionOf(answer.headers.getSetCookie());
  // The contract has the type of the body; `request` does not.
  const identity = (await answer.json().catch(() => undefined)) as Identity | undefined;
  if (session === undefined || identity?.role === undefined) throw unexpectedAnswer(url);
  return { rest: await opener.gatewayAt(url, { ...trust, session }), session, identity };
}

/** The session that an answer to a sign-in brought; undefined where it brought none. */
function sessionOf(setCookies: readonly string[]): Session | undefined {
  const pairs = setCookies.map((line) => line.split(';', 1)[0] ?? '');
  const csrf = pairs.find((pair) => /^[^=]*_csrf=/.test(pair));
  if (csrf === undefined || pairs.length < 2) return undefined;
  return { cookie: pairs.join('; '), csrf: csrf.slice(csrf.indexOf('=') + 1) };
}
