import type { CallAnswer } from '@ccu-gateway/client';
import type { Context } from '../context/context.js';
import type { Login } from '../login/store.js';
import { unexpectedAnswer } from './rest.js';
import { sessionOf } from './session.js';

export type Identity = CallAnswer<'me'>;

/** A session of its own; `kept` is how the certificate is judged. */
export async function sessionFor(
  context: Context,
  url: string,
  body: { readonly username: string; readonly password: string },
  { ca, fingerprint }: Pick<Login, 'ca' | 'fingerprint'>,
) {
  const trust = { ...(ca !== undefined && { ca }), ...(fingerprint !== undefined && { fingerprint }) };
  const answer = await (await context.gatewayAt(url, trust)).request('login', { body });
  const session = sessionOf(answer.headers.getSetCookie());
  // The contract says what the body is; `request` does not.
  const identity = (await answer.json().catch(() => undefined)) as Identity | undefined;
  if (session === undefined || identity?.role === undefined) throw unexpectedAnswer();
  return { rest: await context.gatewayAt(url, { ...trust, session }), session, identity };
}
