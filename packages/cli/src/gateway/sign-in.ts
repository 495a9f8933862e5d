import type { CallAnswer } from '@ccu-gateway/client';
import type { Login } from '../login/store.js';
import type { Credential } from './open.js';
import { type Rest, unexpectedAnswer } from './rest.js';
import { sessionOf } from './session.js';

export type Identity = CallAnswer<'me'>;

/** What opens a gateway that is named, with a credential. */
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
  // The contract says what the body is; `request` does not.
  const identity = (await answer.json().catch(() => undefined)) as Identity | undefined;
  if (session === undefined || identity?.role === undefined) throw unexpectedAnswer();
  return { rest: await opener.gatewayAt(url, { ...trust, session }), session, identity };
}
