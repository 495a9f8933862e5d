import { hostname } from 'node:os';
import { type Context, command } from '../../context/context.js';
import { type Identity, sessionFor } from '../../gateway/sign-in.js';
import { checkUrl, isLoopback } from '../../gateway/url.js';
import { checkName, isName, type Login, type Logins, loginOf, readLogins, writeLogins } from '../../login/store.js';
import { askHidden, askLine, readSecretLine } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import { printable, relative } from '../../terminal/text.js';
import { parseExpiry } from './token.js';

/** `login`: keeps how a gateway is asked, in a file that only this account may read. */
export const loginCommand = command({
  name: 'ccu-gateway login',
  description: 'Keep a gateway and a token for it, so that commands ask it without URL and token.',
  args: {
    name: { type: 'positional', required: false, description: 'what to call it; default is its host' },
    username: { type: 'string', valueHint: 'NAME', description: 'who signs in; asked for when absent' },
    'password-stdin': {
      type: 'boolean',
      description: 'read the password from stdin (else CCU_GATEWAY_PASSWORD, else ask)',
    },
    role: {
      type: 'enum',
      options: ['viewer', 'operator', 'admin'],
      valueHint: 'viewer|operator|admin',
      description: 'of the token, default that of the account',
    },
    expires: { type: 'string', default: '90d', valueHint: 'DAYS|never', description: 'of the token' },
    'allow-http': { type: 'boolean', description: 'send password and token unencrypted over the network' },
  },
  run: async (context, args) => {
    const { io } = context;
    const logins = readLogins(io);
    const expiresInDays = parseExpiry(args.expires);
    const url = checkUrl(await urlOf(context, args.name, logins));
    const name = args.name === undefined ? nameOf(url) : checkName(args.name);
    refusePlain(url, args['allow-http'] === true);
    // Before anything is made at the gateway that could not be kept.
    writeLogins(io, logins);
    const given = await context.tokenFromStdin();
    const signedIn =
      given === undefined
        ? await signIn(context, url, { ...args, expiresInDays, previous: loginOf(logins, name) })
        : await withToken(context, url, given);
    const login: Login = { url, ...signedIn, ...context.trustToKeep() };
    const file = writeLogins(io, { current: name, gateways: { ...logins.gateways, [name]: login } });
    const { user, role, expiresAt } = login;
    const until = relative(expiresAt === null ? null : Date.parse(expiresAt), io.now());
    if (login.session !== undefined) {
      context.output.note('only an administrator can mint a token; this is a session, which ends by itself');
    }
    return {
      data: { name, url, user, role, expires_at: expiresAt, file },
      lines: [`logged in to ${url} as ${printable(user)} (${role}); ends ${until}`, `kept as ${name} in ${file}`],
    };
  },
});

/** `logout`: ends the session or token of `login`. */
export const logoutCommand = command({
  name: 'ccu-gateway logout',
  description: 'Forget a gateway of `ccu-gateway login`, and end its token or session.',
  args: {
    name: { type: 'positional', required: false, description: 'its name; default is the current one' },
    'password-stdin': {
      type: 'boolean',
      description:
        'read the password from stdin, to end a token that may not end itself (else CCU_GATEWAY_PASSWORD, else ask)',
    },
  },
  run: async (context, args) => {
    const logins = readLogins(context.io);
    const name = args.name ?? logins.current;
    const login = name === undefined ? undefined : loginOf(logins, name);
    if (name === undefined || login === undefined) {
      throw new CliError(
        EXIT.notFound,
        'login_unknown',
        name === undefined ? 'there is no login' : `there is no login "${name}"`,
        {
          fix: 'ccu-gateway context list',
        },
      );
    }
    const ended = await end(context, login, args['password-stdin'] === true);
    const { [name]: _, ...gateways } = logins.gateways;
    writeLogins(context.io, { current: logins.current === name ? undefined : logins.current, gateways });
    if (!ended) context.output.warn(livesOn(login, context.io.now()));
    return {
      data: { name, url: login.url, ended, expires_at: ended ? null : login.expiresAt },
      lines: [`logged out of ${printable(name)} (${login.url})`],
    };
  },
});

/** Its host, where that can be a name. */
function nameOf(url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');
  return isName(host) ? host : 'default';
}

async function urlOf({ io, url }: Context, name: string | undefined, logins: Logins): Promise<string> {
  const known = url ?? (name === undefined ? undefined : loginOf(logins, name)?.url);
  if (known !== undefined) return known;
  if (!io.stdin.isTTY) throw usageError('which gateway?', 'name it with --url');
  return askLine(io, 'URL of the gateway: ');
}

/** Plain HTTP can be read by any machine on the path. @throws CliError */
function refusePlain(url: string, allowed: boolean): void {
  const { protocol, hostname: host } = new URL(url);
  if (protocol === 'https:' || allowed || isLoopback(host)) return;
  throw usageError(
    `${url} is not encrypted, so password and token could be read on the way; nothing was sent`,
    'use https://, or add --allow-http where the network is trusted',
  );
}

type SignedIn = Pick<Login, 'user' | 'role' | 'expiresAt' | 'token' | 'tokenFingerprint' | 'session'>;

async function withToken(context: Context, url: string, token: string): Promise<SignedIn> {
  const rest = await context.gatewayAt(url, { token });
  const { subject, role, expires_at } = await rest.call('me');
  return { user: subject, role, expiresAt: expires_at ?? null, token };
}

interface SignIn {
  readonly username?: string | undefined;
  readonly 'password-stdin'?: boolean | undefined;
  readonly role?: string | undefined;
  readonly expiresInDays: number | null;
  readonly previous: Login | undefined;
}

async function signIn(context: Context, url: string, options: SignIn): Promise<SignedIn> {
  const { io } = context;
  if (options.username === undefined && !io.stdin.isTTY) throw usageError('who signs in?', 'add --username NAME');
  const username = options.username ?? (await askLine(io, 'User: '));
  const password = await passwordOf(context, options['password-stdin'] === true);
  const { rest, session, identity } = await sessionFor(context, url, { username, password }, {});
  if (identity.role !== 'admin') {
    if (options.role !== undefined && options.role !== identity.role) {
      await rest.call('logout');
      throw usageError(
        `only an administrator can choose a role, and ${username} is ${identity.role}`,
        'leave --role out',
      );
    }
    return { user: identity.subject, role: identity.role, expiresAt: identity.expires_at ?? null, session };
  }
  try {
    // The library has checked it.
    const role = (options.role ?? identity.role) as Identity['role'];
    const body = {
      subject: `${identity.subject}@${hostname()}`,
      role,
      ...(options.expiresInDays !== null && { expires_in_days: options.expiresInDays }),
    };
    const { token, fingerprint, expires_at } = await rest.call('createTokenV2', { body });
    const old = options.previous?.url === url ? options.previous.tokenFingerprint : undefined;
    if (old !== undefined) await rest.call('deleteTokenV2', { path: { fingerprint: old } }).catch(ignoreMissing);
    return { user: identity.subject, role, expiresAt: expires_at ?? null, token, tokenFingerprint: fingerprint };
  } finally {
    await rest.call('logout').catch(() => undefined);
  }
}

/** Only administrators revoke tokens, and one of them made this. */
async function endWithPassword(
  context: Context,
  login: Login & Required<Pick<Login, 'tokenFingerprint'>>,
  fromStdin: boolean,
): Promise<boolean> {
  const password = await passwordToEnd(context, login, fromStdin);
  if (password === '') return false;
  const { rest } = await sessionFor(context, login.url, { username: login.user, password }, login);
  await rest.call('deleteTokenV2', { path: { fingerprint: login.tokenFingerprint } }).catch(ignoreMissing);
  await rest.call('logout').catch(() => undefined);
  return true;
}

/** The typed password; empty without a terminal or an answer. */
async function passwordToEnd({ io }: Context, { user, role }: Login, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readSecretLine(io);
  if (io.env.CCU_GATEWAY_PASSWORD) return io.env.CCU_GATEWAY_PASSWORD;
  if (!io.stdin.isTTY) return '';
  return askHidden(
    io,
    `The token (${role}) cannot end itself. Password of ${printable(user)} to end it, empty to leave it: `,
  );
}

function livesOn({ url, expiresAt, tokenFingerprint }: Login, now: number): string {
  const until = expiresAt === null ? 'and never expires' : `until it expires ${relative(Date.parse(expiresAt), now)}`;
  const how =
    tokenFingerprint === undefined
      ? 'an administrator can revoke it (ccu-gateway token list)'
      : `an administrator can end it: ccu-gateway token revoke ${tokenFingerprint.slice(0, 12)}`;
  return `the token is forgotten here, and still valid at ${url} ${until}; ${how}`;
}

async function passwordOf({ io }: Context, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readSecretLine(io);
  if (io.env.CCU_GATEWAY_PASSWORD) return io.env.CCU_GATEWAY_PASSWORD;
  if (io.stdin.isTTY) return askHidden(io, 'Password: ');
  throw usageError('a password is needed and there is no terminal to ask at', 'pass it with --password-stdin');
}

/** False where the request to the gateway failed. */
async function end(context: Context, login: Login, passwordFromStdin: boolean): Promise<boolean> {
  const { url, token, tokenFingerprint, session, role } = login;
  const lower = session === undefined && role !== 'admin';
  try {
    if (session !== undefined) {
      await (await context.gatewayAt(url, login)).call('logout');
      return true;
    }
    if (token === undefined || tokenFingerprint === undefined) return false;
    if (lower) return await endWithPassword(context, { ...login, tokenFingerprint }, passwordFromStdin);
    const rest = await context.gatewayAt(url, login);
    await rest.call('deleteTokenV2', { path: { fingerprint: tokenFingerprint } }).catch(ignoreMissing);
    return true;
  } catch (error) {
    // A session or a token that is not accepted has ended; a password that is not has ended nothing.
    if (error instanceof CliError && error.exit === EXIT.auth && !lower) return true;
    if (error instanceof CliError && error.exit === EXIT.unreachable) return false;
    throw error;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof CliError) || error.exit !== EXIT.notFound) throw error;
}
