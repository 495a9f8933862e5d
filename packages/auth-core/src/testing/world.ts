import { hash } from '@node-rs/argon2';
import { createFoundations } from '../composition/foundations.js';
import { assembleAuth } from '../create-auth.js';
import { createMemoryStores } from '../memory/stores.js';
import type { Auth } from '../model/auth.js';
import type { AuthOptions } from '../model/options.js';
import type { AuditRecord, AuthStores } from '../model/ports.js';
import type { Role } from '../model/role.js';
import { createThrottle } from '../throttle/throttle.js';
import { type Canary, createCanary } from './canary.js';
import { createFakeClock, type FakeClock } from './clock.js';
import { type BrowserSession, browserWith, describeRequest } from './requests.js';
import { neverLocks } from './throttle.js';

/** A line that access control wrote to its log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Accounts of the fixture: three in the store, one in the configuration. */
export const passwords = {
  root: 'root-Passwort-1!',
  op: 'op-Passwort-2!!',
  vi: 'vi-Passwort-3!!',
  cfg: 'cfg-Passwort-4!',
} as const;

/** An account of the fixture. */
export type FixtureUser = keyof typeof passwords;

const roleOf = { root: 'admin', op: 'operator', vi: 'viewer' } as const satisfies Partial<Record<FixtureUser, Role>>;

/** The cheapest hash there is: tests of the mechanism need not pay for its strength. */
const cheapest = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Access control over memory stores, with its audit records and log lines. */
export interface AuthWorld {
  readonly auth: Auth;
  readonly stores: AuthStores;
  readonly clock: FakeClock;
  readonly audit: readonly AuditRecord[];
  readonly log: readonly LogLine[];
  readonly canary: Canary;
  /** Raw tokens of the three roles. */
  readonly tokens: Readonly<Record<Role, string>>;
  /** Signs a fixture user in with the password form. */
  signIn(user: FixtureUser): Promise<BrowserSession>;
  /** A second gateway process on the same stores. */
  another(change?: Partial<AuthOptions>): Auth;
}

/** Members of a world that differ from its defaults; any option of `createAuth` can be given. */
export interface WorldOptions extends Partial<AuthOptions> {
  /** Without accounts and tokens, as on first start. */
  readonly empty?: boolean;
  /** With the real throttle on the world's clock, in place of one that never locks. */
  readonly throttled?: boolean;
}

/**
 * A ready gateway with users `root`, `op`, `vi`, the configured user `cfg` and a token for each role.
 *
 * @example
 * const { auth, tokens } = await startAuthWorld();
 * await auth.check(describeRequest({ headers: { Authorization: bearer(tokens.viewer) } }), 'viewer');
 */
export async function startAuthWorld({
  empty = false,
  throttled = false,
  ...options
}: WorldOptions = {}): Promise<AuthWorld> {
  const stores = options.stores ?? createMemoryStores();
  const clock = createFakeClock();
  const audit: AuditRecord[] = [];
  const log: LogLine[] = [];
  const canary = createCanary();
  const line =
    (level: LogLine['level']) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      log.push({ level, event, fields });
    };
  const defaults: AuthOptions = {
    roleChecks: 'enforced',
    stores,
    clock,
    throttle: throttled ? createThrottle({ clock }) : neverLocks,
    audit: { write: (record) => void audit.push(record) },
    logger: { info: line('info'), warn: line('warn'), error: line('error') },
    configUsers: empty ? {} : { cfg: passwords.cfg },
  };
  const make = (change: Partial<AuthOptions> = {}) => {
    const all = { ...defaults, ...options, ...change };
    return assembleAuth(all, createFoundations(all, cheapest));
  };
  const auth = make();
  for (const password of Object.values(passwords)) canary.plant(password);
  const tokens = empty ? { viewer: '', operator: '', admin: '' } : await fill(auth, stores, clock, canary);
  return {
    auth,
    stores,
    clock,
    audit,
    log,
    canary,
    tokens,
    another: make,
    signIn: async (user) => {
      const answer = await auth.login(describeRequest({ method: 'POST', target: '/api/v1/auth/login' }), {
        username: user,
        password: passwords[user],
      });
      if (!answer.ok) throw new Error(`cannot sign ${user} in: ${answer.problem.reason}`);
      const browser = browserWith(answer.value.cookies);
      canary.plant(browser.id);
      return browser;
    },
  };
}

async function fill(auth: Auth, stores: AuthStores, clock: FakeClock, canary: Canary): Promise<Record<Role, string>> {
  for (const [account, role] of Object.entries(roleOf)) {
    const password = passwords[account as FixtureUser];
    const passwordHash = await hash(password, cheapest);
    await stores.users.create({
      account,
      role,
      passwordHash,
      generation: 1,
      createdAt: clock.now(),
      lastSeenAt: null,
      disabledAt: null,
    });
  }
  const mint = async (role: Role) => {
    const created = await auth.tokens.create(
      { subject: `${role}-client`, role },
      { subject: 'cli', scheme: 'cli', peer: 'local' },
    );
    if (!created.ok) throw new Error(created.problem.reason);
    return canary.plant(created.value.token);
  };
  return { viewer: await mint('viewer'), operator: await mint('operator'), admin: await mint('admin') };
}
