import type { CsrfGuard } from '../csrf/guard.js';
import { problemOf } from '../failures/failures.js';
import type { CookieJar } from '../http/cookie-jar.js';
import { isEmbeddedElsewhere } from '../http/origin.js';
import type { Inspect } from '../inspection/inspect.js';
import type { OidcService } from '../model/auth.js';
import type { Throttle } from '../model/ports.js';
import { ok, refuse } from '../model/problem.js';
import { problem, throttled } from '../model/problems.js';
import type { OidcSettings } from '../settings/oidc.js';
import { UpstreamError } from './bounded-fetch.js';
import type { Flow, Flows } from './flows.js';
import { loadOAuth } from './library.js';
import type { Provider } from './provider.js';
import { safeReturnTo } from './return-to.js';

/** Asked for at the provider. */
export const scopes: readonly string[] = ['openid', 'profile', 'email'];

export interface StartOptions {
  readonly inspect: Inspect;
  readonly oidc: OidcSettings;
  readonly cookies: CookieJar;
  readonly csrf: Pick<CsrfGuard, 'isVisitor'>;
  readonly throttle: Throttle;
  readonly provider: Provider;
  readonly flows: Flows;
}

/** The way to the provider. */
export function createStart(options: StartOptions): OidcService['start'] {
  const { inspect, oidc, cookies, csrf, throttle, provider, flows } = options;

  const authorizationUrl = async (endpoint: string, flow: Flow): Promise<string> => {
    const { calculatePKCECodeChallenge } = await loadOAuth();
    const url = new URL(endpoint);
    const parameters = {
      response_type: 'code',
      client_id: oidc.clientId,
      redirect_uri: oidc.redirectUrl,
      scope: scopes.join(' '),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };

  return async (request, { returnTo }) => {
    const inspected = inspect(request);
    if (!inspected.ok) return inspected;
    // Counted or not, a start that no visitor asked for would be one start less for the visitor.
    if (isEmbeddedElsewhere(inspected.value.headers)) return refuse(problem('origin_forbidden'));
    const { source } = inspected.value.source();
    const kind = csrf.isVisitor(inspected.value) ? 'oidc_start_page' : 'oidc_start';
    const subject = { kind, source } as const;
    const waitMs = throttle.waitMs(subject);
    if (waitMs > 0) return refuse(throttled(waitMs));
    throttle.failed(subject);
    try {
      const { authorization_endpoint: endpoint = '' } = await provider.metadata();
      const { reference, flow } = await flows.begin(safeReturnTo(returnTo), `${kind} ${source}`);
      return ok({
        location: await authorizationUrl(endpoint, flow),
        cookies: [cookies.oidc(reference)],
      });
    } catch (error) {
      if (error instanceof UpstreamError) return refuse(problem('oidc_unavailable'));
      return refuse(problemOf(error));
    }
  };
}
