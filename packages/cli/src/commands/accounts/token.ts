import type { AccessAdmin, TokenView } from '../../access/access.js';
import { accessOnDatabase, withDatabase } from '../../access/database.js';
import { accessOverRest } from '../../access/rest.js';
import { type Context, command, group } from '../../context/context.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import { parseRole } from '../../terminal/role.js';
import type { Cell } from '../../terminal/table.js';
import { isoOrNull, printable, relative } from '../../terminal/text.js';

const SHORT = 12;
const DAY_MS = 86_400_000;

/** On the gateway that is named, else on the database; `create` makes a database where one is to be. */
export async function withAccess<T>(
  context: Context,
  body: (admin: AccessAdmin) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  if (context.place() === 'gateway') return body(accessOverRest(await context.rest({ token: 'required' })));
  return withDatabase(context, (offline) => body(accessOnDatabase(offline)), options);
}

const mint = command({
  name: 'ccu-gateway token mint',
  description: 'Create an API token; it is shown once.',
  args: {
    subject: { type: 'positional', required: true, description: 'what it is for, e.g. home-assistant' },
    role: { type: 'string', default: 'viewer', valueHint: 'viewer|operator|admin', description: 'what it may do' },
    expires: { type: 'string', default: '90d', valueHint: 'DAYS|never', description: 'e.g. 30d' },
  },
  run: async (context, args) => {
    const input = { subject: args.subject, role: parseRole(args.role), expiresInDays: parseExpiry(args.expires) };
    const minted = await withAccess(context, (admin) => admin.mintToken(input), { create: true });
    const { token, fingerprint, expiresAt } = minted;
    if (!context.output.forPeople && !context.output.json) return { data: minted, lines: [token] };
    return {
      data: { token, fingerprint, subject: input.subject, role: input.role, expires_at: isoOrNull(expiresAt) },
      lines: [
        `token        ${token}   (shown once)`,
        `fingerprint  ${fingerprint.slice(0, SHORT)}`,
        `expires      ${expiresAt === null ? 'never' : `${isoOrNull(expiresAt)?.slice(0, 10)}  (${relative(expiresAt, context.io.now())})`}`,
        '',
        `keep it:  export CCU_GATEWAY_TOKEN=${token}`,
      ],
    };
  },
});

const list = command({
  name: 'ccu-gateway token list',
  description: 'List API tokens, never their secrets.',
  fields: { fingerprint: true, subject: true, role: true, created_at: true, expires_at: true, last_seen_at: true },
  run: async (context) => {
    const tokens = await withAccess(context, (admin) => admin.listTokens());
    const now = context.io.now();
    const rows = tokens.map((token): readonly Cell[] => [
      token.fingerprint.slice(0, SHORT),
      token.subject,
      token.role,
      endsSoon(token, now)
        ? { text: `${relative(token.expiresAt, now)}  !`, style: 'warning' }
        : relative(token.expiresAt, now),
      relative(token.lastSeenAt, now),
    ]);
    return {
      data: tokens.map(shown),
      table: { header: ['FINGERPRINT', 'SUBJECT', 'ROLE', 'EXPIRES', 'LAST USED'], rows },
    };
  },
});

const prefixArg = {
  prefix: { type: 'positional', required: true, description: 'the fingerprint or its first 8 or more digits' },
} as const;

const show = command({
  name: 'ccu-gateway token show',
  description: 'Show what is known of an API token, never its secret.',
  args: prefixArg,
  run: (context, args) =>
    withAccess(context, async (admin) => {
      const token = only(await admin.listTokens(), args.prefix.toLowerCase());
      const now = context.io.now();
      const when = (at: number | null) => (at === null ? 'never' : `${isoOrNull(at)}  (${relative(at, now)})`);
      return {
        data: shown(token),
        lines: [
          `fingerprint  ${token.fingerprint}`,
          `subject      ${printable(token.subject)}`,
          `role         ${token.role}`,
          `created      ${when(token.createdAt)}`,
          `expires      ${when(token.expiresAt)}${endsSoon(token, now) ? '  !' : ''}`,
          `last used    ${when(token.lastSeenAt)}`,
        ],
      };
    }),
});

const revoke = command({
  name: 'ccu-gateway token revoke',
  description: 'End an API token at once, and every socket opened with it.',
  args: prefixArg,
  run: (context, args) =>
    withAccess(context, async (admin) => {
      const { fingerprint, subject } = only(await admin.listTokens(), args.prefix.toLowerCase());
      await admin.revokeToken(fingerprint);
      return {
        data: { fingerprint, subject, revoked: true, via: admin.via },
        lines: [`revoked ${fingerprint.slice(0, SHORT)} (${printable(subject)})`],
      };
    }),
});

const rotate = command({
  name: 'ccu-gateway token rotate',
  description: 'Create a token of the same name and role, show it once, and end the old one.',
  args: {
    ...prefixArg,
    keep: { type: 'boolean', description: 'the old one counts on, until you revoke it' },
  },
  run: (context, args) =>
    withAccess(context, async (admin) => {
      const old = only(await admin.listTokens(), args.prefix.toLowerCase());
      const { subject, role } = old;
      const minted = await admin.mintToken({ subject, role, expiresInDays: lifetimeOf(old) });
      const { token, fingerprint, expiresAt } = minted;
      // Printed also where the old token cannot be ended: the new token exists, and its secret cannot be read again.
      const failure = args.keep === true ? undefined : await revoking(admin, old.fingerprint);
      const isRevoked = args.keep !== true && failure === undefined;
      if (failure !== undefined) context.output.warn(`the old token could not be ended: ${failure.message}`);
      const exit = failure === undefined ? EXIT.ok : EXIT.partial;
      if (!context.output.forPeople && !context.output.json) return { data: minted, lines: [token], exit };
      return {
        data: { token, fingerprint, subject, role, expires_at: isoOrNull(expiresAt), revoked: isRevoked },
        lines: [
          `token        ${token}   (shown once)`,
          `fingerprint  ${fingerprint.slice(0, SHORT)}`,
          isRevoked
            ? `revoked      ${old.fingerprint.slice(0, SHORT)}`
            : `when it is in use:  ccu-gateway token revoke ${old.fingerprint.slice(0, SHORT)}`,
        ],
        exit,
      };
    }),
});

export const tokenCommands = group('ccu-gateway token', 'API tokens.', { mint, list, show, revoke, rotate });

/** As programs get it. */
function shown(token: TokenView) {
  return {
    fingerprint: token.fingerprint,
    subject: token.subject,
    role: token.role,
    created_at: isoOrNull(token.createdAt),
    expires_at: isoOrNull(token.expiresAt),
    last_seen_at: isoOrNull(token.lastSeenAt),
  };
}

/** Answers why it could not be done. */
async function revoking(admin: AccessAdmin, fingerprint: string): Promise<CliError | undefined> {
  try {
    await admin.revokeToken(fingerprint);
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

/** In days; null for never. */
function lifetimeOf({ createdAt, expiresAt }: TokenView): number | null {
  return expiresAt === null ? null : Math.max(1, Math.round((expiresAt - createdAt) / DAY_MS));
}

function only(tokens: readonly TokenView[], prefix: string): TokenView {
  if (!/^[0-9a-f]{8,64}$/.test(prefix)) {
    throw usageError('a fingerprint is 8 to 64 hexadecimal digits', 'ccu-gateway token list');
  }
  const matching = tokens.filter((token) => token.fingerprint.startsWith(prefix));
  const [token] = matching;
  if (token === undefined) {
    throw new CliError(EXIT.notFound, 'not_found', 'there is no such token', { fix: 'ccu-gateway token list' });
  }
  if (matching.length > 1) {
    throw new CliError(
      EXIT.conflict,
      'token_id_ambiguous',
      `${matching.length} tokens begin like this; nothing was done`,
      {
        fix: 'give more digits',
      },
    );
  }
  return token;
}

/** Days, or null for never. @throws CliError */
export function parseExpiry(text: string): number | null {
  if (text === 'never') return null;
  const days = Number(/^(\d{1,5})d?$/.exec(text)?.[1]);
  if (!(days >= 1 && days <= 36_500)) throw usageError('--expires takes days such as 90d, up to 36500d, or "never"');
  return days;
}

function endsSoon(token: TokenView, now: number): boolean {
  return token.expiresAt !== null && token.expiresAt - now < 14 * DAY_MS;
}
