import type { Auditor } from '../audit/auditor.js';
import { encodeBase64Url } from '../crypto/base64.js';
import { equalText } from '../crypto/hash.js';
import { refusing } from '../failures/failures.js';
import { checkOrigin } from '../http/origin.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import { accountKey, newAccountFault } from '../model/account.js';
import type { SetupObstacle, SetupService } from '../model/auth.js';
import type { NameOfOption } from '../model/options.js';
import type { AuthLogger, Clock, Random, Throttle, UserStore } from '../model/ports.js';
import { type AuthProblem, ok, type ProblemReason, type Result, refuse } from '../model/problem.js';
import { invalidInput, problem, throttled } from '../model/problems.js';
import { type RequestDescription, whereFrom } from '../model/request.js';
import { normaliseAddress } from '../net/address.js';
import { isPrivate } from '../net/cidr.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import { newPasswordFault } from '../passwords/policy.js';
import type { Authenticator } from '../schemes/chain.js';
import type { Settings } from '../settings/settings.js';
import type { GoodSources } from '../throttle/good-sources.js';
import { isLocalHostName } from './host.js';
import type { Sources } from './sources.js';

export interface SetupDependencies {
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly sources: Sources;
  readonly users: UserStore;
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
  /** Says once what the operator must know about the way in. */
  announce(): Promise<void>;
}

/** What a closed setup answers; any other obstacle means that it is done. */
const obstacles: Partial<Readonly<Record<SetupObstacle, ProblemReason>>> = {
  pinned_shut: 'setup_disabled',
  stopping: 'setup_stopping',
  store_unavailable: 'auth_store_unavailable',
};

type SetupInput = Parameters<SetupService['create']>[1];

export function createSetup(dependencies: SetupDependencies): Setup {
  const { settings, inspect, sources, users, authenticate, hasher, throttle, auditor, clock, logger, random } =
    dependencies;
  const { good, nameOf } = dependencies;
  const code = settings.bootstrap.requireCode ? encodeBase64Url(random(9)) : null;

  let stopping = false;

  const closedBecause = async (): Promise<SetupObstacle | null> => {
    if (!settings.bootstrap.allowFirstRunSetup) return 'pinned_shut';
    return stopping ? 'stopping' : sources.any();
  };

  const throttleKey = (inspected: Inspected) => ({ kind: 'setup', source: inspected.source().source }) as const;

  const mustWait = (inspected: Inspected): AuthProblem | null => {
    const waitMs = throttle.waitMs(throttleKey(inspected));
    return waitMs > 0 ? throttled(waitMs) : null;
  };

  /** A peer that forwards for others without being trusted may forward for anybody. */
  const isRemote = ({ facts, claim }: Inspected) =>
    claim === 'unbelieved' || claim === 'unreadable' || !isPrivate(facts.client);

  /** What is refused counts, and what has counted too often waits. Nothing is waited for between the two. */
  const counted = (inspected: Inspected, refused: AuthProblem): AuthProblem => {
    const waiting = mustWait(inspected);
    if (waiting) return waiting;
    throttle.failed(throttleKey(inspected));
    return refused;
  };

  /** Refusals that ask no store, and then those of the stores, in the order in which they tell the least. */
  const faultOf = async (inspected: Inspected): Promise<AuthProblem | null> => {
    const { bootstrap } = settings;
    const { headers } = inspected;
    const obstacle = await closedBecause();
    if (obstacle) return problem(obstacles[obstacle] ?? 'setup_already_done');
    if (!bootstrap.allowRemoteSetup && isRemote(inspected)) return problem('setup_remote_forbidden');
    return isLocalHostName(headers.get('host'), bootstrap.allowedHosts) ? null : problem('host_not_allowed');
  };

  const refusal = async (inspected: Inspected): Promise<AuthProblem | null> => {
    const { headers, method } = inspected;
    if (settings.bootstrap.allowFirstRunSetup) {
      // Not counted: a page of another site must not be able to use up a visitor's attempts.
      const foreign = checkOrigin(method, headers, settings.allowedOrigins);
      if (foreign) return foreign;
    }
    // Before any store is asked: a refused caller costs nothing from then on.
    const waiting = mustWait(inspected);
    if (waiting) return waiting;
    const fault = await faultOf(inspected);
    return fault && counted(inspected, fault);
  };

  /** The name of the account to make, or what is wrong with the input. */
  const accountOf = (input: SetupInput): Result<string> => {
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
  };

  const create = async (inspected: Inspected, input: SetupInput): Promise<Result<{ readonly subject: string }>> => {
    // Nothing is waited for between the throttle and its count, so that guesses sent at once are counted one by one.
    const refused = (await refusal(inspected)) ?? mustWait(inspected);
    if (refused) return refuse(refused);
    const named = accountOf(input);
    if (!named.ok) {
      throttle.failed(throttleKey(inspected));
      return named;
    }
    const account = named.value;
    const { source } = inspected.source();
    // The hash takes time, so it comes before the transaction that looks at all sources again.
    const passwordHash = await hasher.hash(input.password as string, { source, reserved: false });
    const now = clock.now();
    const user = { account, role: 'admin', passwordHash, generation: 1, createdAt: now, lastSeenAt: null } as const;
    const created = await users.createFirstAdminIf(user, {
      adminTokensCountAt: sources.adminTokensCountAt(),
      noOtherSource: () => !stopping && settings.bootstrap.allowFirstRunSetup && sources.outside() === null,
    });
    if (created) {
      good.add(account, source);
      return ok({ subject: account });
    }
    throttle.failed(throttleKey(inspected));
    return refuse(problem(stopping ? 'setup_stopping' : 'setup_already_done'));
  };

  const inspected = async <T>(request: RequestDescription, run: (value: Inspected) => Promise<Result<T>>) => {
    const found = inspect(request);
    if (!found.ok) return found;
    return refusing(() => run(found.value));
  };

  const audit = (request: RequestDescription, result: Result<{ readonly subject: string } | null>) => {
    const found = inspect(request);
    auditor.record({
      action: 'setup.create',
      outcome: result.ok ? 'ok' : 'refused',
      subject: result.ok ? (result.value?.subject ?? '') : '',
      scheme: 'none',
      ...(found.ok ? whereFrom(found.value.facts) : { peer: normaliseAddress(request.peerAddress) }),
      reason: result.ok ? undefined : result.problem.reason,
      requestId: request.requestId,
    });
  };

  return {
    closedBecause,
    status: async (request) => {
      const codeRequired = code !== null;
      const found = inspect(request);
      const identity =
        found.ok &&
        (found.value.ingress ||
          found.value.headers.cookies.length > 0 ||
          found.value.headers.get('authorization') !== undefined);
      if ((await closedBecause()) !== null) return { required: false, codeRequired };
      if (found.ok && identity) {
        const known = await refusing(() => authenticate(found.value));
        if (known.ok) return { required: false, codeRequired };
      }
      return { required: true, codeRequired };
    },
    shut: () => {
      stopping = true;
    },
    precheck: async (request) => {
      const result = await inspected(request, async (value) => {
        const refused = await refusal(value);
        return refused ? refuse(refused) : ok(null);
      });
      if (!result.ok) audit(request, result);
      return result;
    },
    create: async (request, input) => {
      const result = await inspected(request, (value) => create(value, input));
      audit(request, result);
      return result;
    },
    announce: async () => {
      const source = await sources.any();
      if (source !== null) return;
      if (!settings.bootstrap.allowFirstRunSetup) {
        logger.warn('setup.onboarding.dormant', {
          reason: 'no authentication source is configured and first-run setup is pinned shut',
          effect: 'no account can sign in',
          remedy: `set ${nameOf('bootstrap.allowFirstRunSetup')} to true in the configuration file and restart`,
        });
      } else if (code !== null) logger.warn('setup.onboarding.code', { code });
    },
  };
}
