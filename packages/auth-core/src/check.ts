import type { Auditor } from './auditor.js';
import type { Authenticated, Authenticator } from './authenticate.js';
import type { CsrfGuard } from './csrf-guard.js';
import { problemOf } from './failures.js';
import { checkOrigin, checkUpgradeOrigin, isUnsafeMethod } from './http/origin.js';
import { problem } from './http/problems.js';
import { type Inspected, inspectRequest } from './inspect.js';
import type { NoticeForwarding } from './net/forwarding-notice.js';
import { type AuthProblem, refuse } from './problem.js';
import { whereFrom } from './request.js';
import { type Access, roleCovers } from './role.js';
import type { Settings } from './settings.js';
import type { Auth, CheckOptions, Verdict } from './surface.js';

export interface CheckDependencies {
  readonly settings: Settings;
  readonly authenticate: Authenticator;
  readonly csrf: CsrfGuard;
  readonly auditor: Auditor;
  readonly noticeForwarding: NoticeForwarding;
}

/** The pipeline every request and every upgrade goes through. */
export function createCheck(dependencies: CheckDependencies): Auth['check'] {
  const { settings, authenticate, csrf, auditor, noticeForwarding } = dependencies;

  const originFault = ({ request, headers }: Inspected, ambient: Authenticated['ambient']): AuthProblem | null =>
    request.isUpgrade
      ? checkUpgradeOrigin(headers, settings.allowedOrigins, ambient?.kind)
      : checkOrigin(request.method, headers, settings.allowedOrigins);

  const guard = async (
    inspected: Inspected,
    { principal, ambient }: Authenticated,
    need: Access,
    options: CheckOptions,
  ): Promise<AuthProblem | null> => {
    const foreign = originFault(inspected, ambient);
    if (foreign) return foreign;
    if (ambient && isUnsafeMethod(inspected.request.method) && !inspected.request.isUpgrade) {
      const forged = await csrf.check(inspected, ambient, options.formToken);
      if (forged) return forged;
    }
    if (settings.gatesEnforced && !roleCovers(principal.role, need)) return problem('forbidden_role');
    return null;
  };

  const auditRefusal = ({ request, facts }: Inspected, { principal }: Authenticated, reason: string) => {
    const { subject, scheme, viaUser } = principal;
    const { requestId } = request;
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
    const { facts, request } = inspected;
    if (need === 'public') {
      const foreign = originFault(inspected, null);
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
    const supplies = ambient !== null && !request.isUpgrade && !isUnsafeMethod(request.method);
    return { ok: true, principal, facts, cookies: supplies ? csrf.supply(inspected, ambient) : [] };
  };

  return async (request, need, options = {}) => {
    const inspected = inspectRequest(request, settings);
    if (!inspected.ok) return inspected;
    noticeForwarding(inspected.value);
    try {
      return await check(inspected.value, need, options);
    } catch (error) {
      return refuse(problemOf(error));
    }
  };
}
