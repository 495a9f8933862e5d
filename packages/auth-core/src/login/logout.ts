import type { CsrfGuard } from '../csrf/guard.js';
import { refusing } from '../failures/failures.js';
import type { Inspect } from '../inspection/inspect.js';
import type { Auth } from '../model/auth.js';
import type { Principal } from '../model/principal.js';
import { ok, refuse } from '../model/problem.js';
import type { OriginGuard } from '../origins/guard.js';
import type { SessionRegistry } from '../sessions/registry.js';
import type { SignIn } from '../sessions/sign-in.js';

export interface LogoutDependencies {
  readonly inspect: Inspect;
  readonly origins: OriginGuard;
  readonly registry: SessionRegistry;
  readonly signIn: SignIn;
  readonly csrf: CsrfGuard;
  /** See `Oidc.endSessionUrl`. Asked at the moment of use, because the provider may change. */
  readonly endSessionUrl: (principal: Principal) => string | null;
}

/** Without a live session there is nothing to protect, so only a live one asks for the token. */
export function createLogout({
  inspect,
  origins,
  registry,
  signIn,
  csrf,
  endSessionUrl,
}: LogoutDependencies): Auth['logout'] {
  return async (request, options = {}) => {
    const found = inspect(request);
    if (!found.ok) return found;
    const inspected = found.value;
    const foreign = origins.refusal(inspected);
    if (foreign) return refuse(foreign);
    return refusing(async () => {
      const session = await registry.lookup(inspected);
      if (session.kind === 'live') {
        const { idHash } = session.session.record;
        const forged = await csrf.check(inspected, { kind: 'session', idHash }, options.formToken);
        if (forged) return refuse(forged);
      }
      const url = session.kind === 'live' ? endSessionUrl(session.session.principal) : null;
      return ok({ cookies: await signIn.end(inspected), ...(url === null ? {} : { endSessionUrl: url }) });
    });
  };
}
