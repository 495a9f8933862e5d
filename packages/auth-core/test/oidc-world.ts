import type { Auth, OidcOptions } from '../src/index.js';
import { describeRequest, type RequestInput, readSetCookie, type WorldOptions } from '../src/testing/index.js';
import { clientId, type RogueProvider, type SigningKey, startRogueProvider } from './rogue-provider.js';
import { statusOf } from './statuses.js';
import { startWorld, type TestWorld } from './world.js';

export const callbackPath = '/api/v1/auth/oidc/callback';

export interface CallbackChange {
  /** The gateway that the provider leads back to; the one that began it where it is not named. */
  readonly at?: Auth;
  /** Query of the callback in place of the honest one. */
  readonly query?: (honest: { readonly state: string; readonly code: string }) => string;
  readonly cookie?: (honest: string) => string | undefined;
  readonly request?: RequestInput;
  readonly returnTo?: string;
}

export interface StartedFlow {
  readonly location: URL;
  readonly state: string;
  readonly nonce: string;
  readonly cookie: string;
}

export interface OidcWorld extends TestWorld {
  readonly provider: RogueProvider;
  start(returnTo?: string): Promise<StartedFlow>;
  finish(flow: StartedFlow, change?: CallbackChange): Promise<CallbackOutcome>;
  /** Start and callback in one. */
  sign(change?: CallbackChange): Promise<CallbackOutcome>;
}

export interface CallbackOutcome {
  readonly status: number;
  readonly reason: string;
  readonly location: string;
  readonly cookies: readonly string[];
  readonly role: string;
  readonly subject: string;
  readonly key: string;
}

export async function startOidcWorld(
  key: SigningKey,
  oidc: Partial<OidcOptions> = {},
  options: WorldOptions = {},
): Promise<OidcWorld> {
  let now = () => 0;
  const provider = await startRogueProvider(key, () => now());
  const world = await startWorld({
    oidc: {
      enabled: true,
      issuer: provider.issuer,
      clientId,
      redirectUrl: `http://gateway.lan:8119${callbackPath}`,
      ...oidc,
    },
    ...options,
  });
  now = () => world.clock.now();
  const start = async (returnTo?: string): Promise<StartedFlow> => {
    const answer = await world.auth.oidc?.start(describeRequest({ target: '/api/v1/auth/oidc/start' }), { returnTo });
    if (!answer?.ok) throw new Error(answer?.problem.reason ?? 'no provider configured');
    const location = new URL(answer.value.location);
    const cookie = readSetCookie(answer.value.cookies[0] ?? '');
    world.canary.plant(cookie.value);
    const state = location.searchParams.get('state') ?? '';
    const nonce = location.searchParams.get('nonce') ?? '';
    return { location, state, nonce, cookie: `${cookie.name}=${cookie.value}` };
  };

  const finish = async (flow: StartedFlow, change: CallbackChange = {}): Promise<CallbackOutcome> => {
    provider.nonce = flow.nonce;
    const honest = { state: flow.state, code: 'the-code' };
    const query = change.query?.(honest) ?? new URLSearchParams(honest).toString();
    const cookie = change.cookie ? change.cookie(flow.cookie) : flow.cookie;
    const { headers: more = {}, ...request } = change.request ?? {};
    const headers = { ...(cookie === undefined ? {} : { Cookie: cookie }), ...more };
    const service = (change.at ?? world.auth).oidc;
    if (!service) throw new Error('no provider configured');
    const answer = await service.callback(describeRequest({ target: `${callbackPath}?${query}`, headers, ...request }));
    if (!answer.ok) {
      const { problem, location, cookies } = answer;
      return { status: statusOf(problem), reason: problem.reason, location, cookies, role: '', subject: '', key: '' };
    }
    const { location, cookies, principal } = answer.value;
    return {
      status: 303,
      location,
      cookies,
      reason: '',
      role: principal.role,
      subject: principal.subject,
      key: principal.key,
    };
  };

  return { ...world, provider, start, finish, sign: async (change) => finish(await start(change?.returnTo), change) };
}
