import type { Auditor } from '../audit/auditor.js';
import type { CsrfGuard } from '../csrf/guard.js';
import { problemOf } from '../failures/failures.js';
import { checkAnyOrigin, isUnsafeMethod } from '../http/origin.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { Auth, CheckOptions, Verdict } from '../model/auth.js';
import { type AuthProblem, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';
import { whereFrom } from '../model/request.js';
import { type Access, roleCovers } from '../model/role.js';
import type { Authenticator } from '../schemes/chain.js';
import type { Authenticated } from '../schemes/scheme.js';
import type { Settings } from '../settings/settings.js';

export interface CheckDependencies {
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly authenticate: Authenticator;
  readonly csrf: CsrfGuard;
  readonly auditor: Auditor;
}

/** The pipeline every request and every upgrade goes through. */
export function createCheck(dependencies: CheckDependencies): Auth['check'] {
  const { settings, inspect, authenticate, csrf, auditor } = dependencies;

  const guard = async (
    inspected: Inspected,
    { principal, ambient }: Authenticated,
    need: Access,
    options: CheckOptions,
  ): Promise<AuthProblem | null> => {
    const foreign = checkAnyOrigin(inspected, settings.allowedOrigins, ambient?.kind);
    if (foreign) return foreign;
    if (ambient && isUnsafeMethod(inspected.method) && !inspected.isUpgrade) {
      const forged = await csrf.check(inspected, ambient, options.formToken);
      if (forged) return forged;
    }
    if (settings.gatesEnforced && !roleCovers(principal.role, need)) return problem('forbidden_role');
    return null;
  };

  const auditRefusal = ({ requestId, facts }: Inspected, { principal }: Authenticated, reason: string) => {
    const { subject, scheme, viaUser } = principal;
    auditor.record({
      action: 'auth.request',
      outcome: 'refused',
      subject,
      scheme,
      viaUser,
      ...whereFrom(facts),
      reason,
      requestId,
    });
  };

  const check = async (inspected: Inspected, need: Access, options: CheckOptions): Promise<Verdict> => {
    const { facts, method, isUpgrade } = inspected;
    if (need === 'public') {
      const foreign = checkAnyOrigin(inspected, settings.allowedOrigins);
      return foreign ? refuse(foreign) : { ok: true, principal: null, facts, cookies: [] };
    }
    const found = await authenticate(inspected);
    if (!found.ok) return found;
    const { principal, ambient } = found.value;
    const fault = await guard(inspected, found.value, need, options);
    if (fault) {
      auditRefusal(inspected, found.value, fault.reason);
      return refuse(fault);
    }
    const supplies = ambient !== null && !isUpgrade && !isUnsafeMethod(method);
    return { ok: true, principal, facts, cookies: supplies ? csrf.supply(inspected, ambient) : [] };
  };

  return async (request, need, options = {}) => {
    const inspected = inspect(request);
    if (!inspected.ok) return inspected;
    try {
      return await check(inspected.value, need, options);
    } catch (error) {
      return refuse(problemOf(error));
    }
  };
}
