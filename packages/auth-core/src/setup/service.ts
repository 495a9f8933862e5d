import { type Auditor, outcomeOf } from '../audit/auditor.js';
import { equalText } from '../crypto/hash.js';
import { refusing } from '../failures/failures.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import { accountKey, newAccountFault } from '../model/account.js';
import type { SetupService, SetupStatus } from '../model/auth.js';
import type { NameOfOption } from '../model/options.js';
import type { AuthLogger, Clock, Random, SetupCodeStore, Throttle, UserStore } from '../model/ports.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, problem } from '../model/problems.js';
import { addressesOf, type RequestDescription } from '../model/request.js';
import { normaliseAddress } from '../net/address.js';
import type { OriginGuard } from '../origins/guard.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import { newPasswordFault } from '../passwords/policy.js';
import type { Authenticator } from '../schemes/chain.js';
import type { Settings } from '../settings/settings.js';
import type { GoodSources } from '../throttle/good-sources.js';
import { announceSetup } from './announce.js';
import { createSetupCode } from './code.js';
import { createSetupGate, type SetupGate } from './gate.js';
import type { Sources } from './sources.js';

export interface SetupDependencies {
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly origins: OriginGuard;
  readonly sources: Sources;
  readonly users: UserStore;
  readonly codes: SetupCodeStore;
  readonly authenticate: Authenticator;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly auditor: Auditor;
  readonly clock: Clock;
  readonly logger: AuthLogger;
  readonly random: Random;
  readonly good: GoodSources;
  readonly nameOf: NameOfOption;
}

export interface Setup extends SetupService {
  /** Logs once the state of authentication sources and setup for the operator. */
  announce(): Promise<void>;
}

export function createSetup(dependencies: SetupDependencies): Setup {
  const { settings, inspect, sources, users, codes, hasher, auditor, clock, random, logger, good } = dependencies;
  const code = createSetupCode({ isRequired: settings.bootstrap.requireCode, store: codes, random, logger });
  const gate = createSetupGate(dependencies);

  const create = async (inspected: Inspected, input: SetupInput): Promise<Result<{ readonly subject: string }>> => {
    const refused = await gate.refusal(inspected);
    if (refused) return refuse(refused);
    const wanted = await code.current();
    // Nothing is waited for between the throttle and its count, so that guesses sent at once are counted one by one.
    const waiting = gate.mustWait(inspected);
    if (waiting) return refuse(waiting);
    const named = readFirstAdmin(input, wanted);
    if (!named.ok) {
      gate.count(inspected);
      return named;
    }
    const account = named.value;
    const { source } = inspected.source();
    // The hash takes time, so it comes before the transaction that checks all sources again.
    const passwordHash = await hasher.hash(input.password as string, { source, reserved: false });
    const now = clock.now();
    const user = {
      account,
      role: 'admin',
      passwordHash,
      generation: 1,
      createdAt: now,
      lastSeenAt: null,
      disabledAt: null,
    } as const;
    const created = await users.createFirstAdminIf(user, {
      adminTokensCountAt: sources.adminTokensCountAt(),
      noOtherSource: () => !gate.isShutOutside(),
    });
    if (created) {
      good.add(account, source);
      await code.forget();
      return ok({ subject: account });
    }
    gate.count(inspected);
    return refuse(problem(gate.isStopping() ? 'setup_stopping' : 'setup_already_done'));
  };

  return {
    closedBecause: gate.closedBecause,
    status: (request) => statusOf(dependencies, gate, inspect(request), code.isRequired),
    shut: gate.shut,
    precheck: async (request) => {
      const found = inspect(request);
      const result = await onInspected(found, async (inspected) => {
        const refused = await gate.refusal(inspected);
        return refused ? refuse(refused) : ok(null);
      });
      if (!result.ok) audit(auditor, request, found, result);
      return result;
    },
    create: async (request, input) => {
      const found = inspect(request);
      const result = await onInspected(found, (inspected) => create(inspected, input));
      audit(auditor, request, found, result);
      return result;
    },
    announce: () => announceSetup(dependencies, code),
  };
}

/** Runs a step for a request that could be read; one that could not is refused as it was. */
async function onInspected<T>(
  found: Result<Inspected>,
  run: (inspected: Inspected) => Promise<Result<T>>,
): Promise<Result<T>> {
  return found.ok ? refusing(() => run(found.value)) : found;
}

async function statusOf(
  { authenticate }: SetupDependencies,
  gate: SetupGate,
  found: Result<Inspected>,
  codeRequired: boolean,
): Promise<SetupStatus> {
  if ((await gate.closedBecause()) !== null) return { required: false, codeRequired };
  if (found.ok && mayBeAuthenticated(found.value)) {
    const known = await refusing(async () => authenticate(found.value));
    if (known.ok) return { required: false, codeRequired };
  }
  return { required: true, codeRequired };
}

function mayBeAuthenticated({ ingress, headers }: Inspected): boolean {
  return ingress !== null || headers.cookies.length > 0 || headers.get('authorization') !== undefined;
}

function audit(
  auditor: Auditor,
  request: RequestDescription,
  found: Result<Inspected>,
  result: Result<{ readonly subject: string } | null>,
): void {
  const reason = result.ok ? undefined : result.problem.reason;
  auditor.record({
    action: 'setup.create',
    outcome: outcomeOf(reason),
    subject: result.ok ? (result.value?.subject ?? '') : '',
    scheme: 'none',
    ...(found.ok ? addressesOf(found.value.facts) : { peer: normaliseAddress(request.peerAddress) }),
    reason,
    requestId: request.requestId,
  });
}

type SetupInput = Parameters<SetupService['create']>[1];

/**
 * The name of the account to create, or the fault of the input; `code` is the one of the log, null when none is
 * required.
 */
function readFirstAdmin(input: SetupInput, code: string | null): Result<string> {
  if (code !== null && !(typeof input.code === 'string' && equalText(input.code, code))) {
    return refuse(problem('setup_code_invalid'));
  }
  const { username, password, confirmation = password } = input;
  const nameFault = newAccountFault(username);
  const account = typeof username === 'string' ? accountKey(username) : null;
  if (nameFault !== null || account === null) {
    return refuse(invalidInput('username_invalid', 'username', nameFault ?? 'is not acceptable'));
  }
  const passwordFault = newPasswordFault(password);
  if (passwordFault !== null) return refuse(invalidInput('validation_failed', 'password', passwordFault));
  if (confirmation !== password) {
    return refuse(invalidInput('validation_failed', 'confirmation', 'must be the same as the password'));
  }
  return ok(account);
}
