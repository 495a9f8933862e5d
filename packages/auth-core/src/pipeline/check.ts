import type { Auditor } from '../audit/auditor.js';
import type { CsrfGuard } from '../csrf/guard.js';
import { problemOf } from '../failures/failures.js';
import { isUnsafeMethod } from '../http/origin.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { Auth, CheckOptions, Verdict } from '../model/auth.js';
import { type AuthProblem, type Result, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';
import { addressesOf } from '../model/request.js';
import { type Access, roleCovers } from '../model/role.js';
import type { OriginGuard } from '../origins/guard.js';
import type { Authenticator } from '../schemes/chain.js';
import type { Authenticated } from '../schemes/scheme.js';
import type { Settings } from '../settings/settings.js';

export interface CheckDependencies {
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly origins: OriginGuard;
  readonly authenticate: Authenticator;
  readonly authenticateAtResource: Authenticator;
  readonly csrf: CsrfGuard;
  readonly auditor: Auditor;
}

const asRefusal = (error: unknown): Verdict => refuse(problemOf(error));

/** Reasons against an authenticated request: a foreign page, a forged form, a role that is too small. */
function createGuard({ settings, origins, csrf }: CheckDependencies) {
  const forbidden = ({ principal }: Authenticated, need: Access): AuthProblem | null =>
    settings.rolesEnforced && !roleCovers(principal.role, need) ? problem('forbidden_role') : null;

  // Only the double submit may have to wait, for the form that the token stands in.
  return (
    inspected: Inspected,
    found: Authenticated,
    need: Access,
    options: CheckOptions,
  ): AuthProblem | null | Promise<AuthProblem | null> => {
    const { ambient } = found;
    const foreign = origins.refusal(inspected, ambient?.kind);
    if (foreign) return foreign;
    if (ambient === null || !isUnsafeMethod(inspected.method) || inspected.isUpgrade) return forbidden(found, need);
    return csrf.check(inspected, ambient, options.formToken).then((forged) => forged ?? forbidden(found, need));
  };
}

/** The verdict on an authenticated request; a refused one is recorded. */
function createVerdicts({ csrf, auditor }: CheckDependencies) {
  const refused = ({ requestId, facts }: Inspected, { principal }: Authenticated, fault: AuthProblem): Verdict => {
    const { subject, scheme, viaUser, viaUserName } = principal;
    auditor.record({
      action: 'auth.request',
      outcome: 'refused',
      subject,
      scheme,
      viaUser,
      viaUserName,
      ...addressesOf(facts),
      reason: fault.reason,
      requestId,
    });
    return refuse(fault);
  };

  const admitted = (inspected: Inspected, { principal, ambient }: Authenticated): Verdict => {
    const { facts, method, isUpgrade } = inspected;
    const supplies = ambient !== null && !isUpgrade && !isUnsafeMethod(method);
    return { ok: true, principal, facts, cookies: supplies ? csrf.supply(inspected, ambient) : [] };
  };

  return { refused, admitted };
}

/** The pipeline every request and every upgrade goes through. */
export function createCheck(dependencies: CheckDependencies): Auth['check'] {
  const { inspect, origins, authenticate, authenticateAtResource } = dependencies;
  const guard = createGuard(dependencies);
  const { refused, admitted } = createVerdicts(dependencies);

  const checkPublic = (inspected: Inspected): Verdict => {
    const foreign = origins.refusal(inspected);
    return foreign ? refuse(foreign) : { ok: true, principal: null, facts: inspected.facts, cookies: [] };
  };

  const decide = (
    inspected: Inspected,
    found: Result<Authenticated>,
    need: Exclude<Access, 'public'>,
    options: CheckOptions,
  ): Verdict | Promise<Verdict> => {
    if (!found.ok) return found;
    const verdict = (fault: AuthProblem | null) =>
      fault ? refused(inspected, found.value, fault) : admitted(inspected, found.value);
    const guarded = guard(inspected, found.value, need, options);
    return guarded instanceof Promise ? guarded.then(verdict) : verdict(guarded);
  };

  return (request, need, options = {}) => {
    const read = inspect(request);
    if (!read.ok) return read;
    const inspected = read.value;
    if (need === 'public') return checkPublic(inspected);
    try {
      const found = (options.accessTokens === true ? authenticateAtResource : authenticate)(inspected);
      const verdict =
        found instanceof Promise
          ? found.then((result) => decide(inspected, result, need, options))
          : decide(inspected, found, need, options);
      return verdict instanceof Promise ? verdict.catch(asRefusal) : verdict;
    } catch (error) {
      return asRefusal(error);
    }
  };
}
