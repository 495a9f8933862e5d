import type { Auditor } from '../audit/auditor.js';
import { encodeBase64Url } from '../crypto/base64.js';
import { refusing } from '../failures/failures.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { SetupService } from '../model/auth.js';
import type { NameOfOption } from '../model/options.js';
import type { AuthLogger, Clock, Random, Throttle, UserStore } from '../model/ports.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';
import { type RequestDescription, whereFrom } from '../model/request.js';
import { normaliseAddress } from '../net/address.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import type { Authenticator } from '../schemes/chain.js';
import type { Settings } from '../settings/settings.js';
import type { GoodSources } from '../throttle/good-sources.js';
import { createSetupGate } from './gate.js';
import { readFirstAdmin, type SetupInput } from './input.js';
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

export function createSetup(dependencies: SetupDependencies): Setup {
  const { settings, inspect, sources, users, authenticate, hasher, auditor, clock, random, good } = dependencies;
  const code = settings.bootstrap.requireCode ? encodeBase64Url(random(9)) : null;
  const gate = createSetupGate(dependencies);

  const create = async (inspected: Inspected, input: SetupInput): Promise<Result<{ readonly subject: string }>> => {
    // Nothing is waited for between the throttle and its count, so that guesses sent at once are counted one by one.
    const refused = (await gate.refusal(inspected)) ?? gate.mustWait(inspected);
    if (refused) return refuse(refused);
    const named = readFirstAdmin(input, code);
    if (!named.ok) {
      gate.count(inspected);
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
      noOtherSource: () => !gate.isShutOutside(),
    });
    if (created) {
      good.add(account, source);
      return ok({ subject: account });
    }
    gate.count(inspected);
    return refuse(problem(gate.isStopping() ? 'setup_stopping' : 'setup_already_done'));
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
    closedBecause: gate.closedBecause,
    status: async (request) => {
      const codeRequired = code !== null;
      const found = inspect(request);
      const identity =
        found.ok &&
        (found.value.ingress ||
          found.value.headers.cookies.length > 0 ||
          found.value.headers.get('authorization') !== undefined);
      if ((await gate.closedBecause()) !== null) return { required: false, codeRequired };
      if (found.ok && identity) {
        const known = await refusing(() => authenticate(found.value));
        if (known.ok) return { required: false, codeRequired };
      }
      return { required: true, codeRequired };
    },
    shut: gate.shut,
    precheck: async (request) => {
      const result = await inspected(request, async (value) => {
        const refused = await gate.refusal(value);
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
    announce: () => announce(dependencies, code),
  };
}

async function announce({ settings, sources, logger, nameOf }: SetupDependencies, code: string | null): Promise<void> {
  const source = await sources.any();
  if (source !== null) return;
  if (!settings.bootstrap.allowFirstRunSetup) {
    logger.warn('setup.onboarding.dormant', {
      reason: 'no authentication source is configured and first-run setup is pinned shut',
      effect: 'no account can sign in',
      remedy: `set ${nameOf('bootstrap.allowFirstRunSetup')} to true in the configuration file and restart`,
    });
  } else if (code !== null) logger.warn('setup.onboarding.code', { code });
}
