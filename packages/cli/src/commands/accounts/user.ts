import type { AccessAdmin } from '../../access/access.js';
import { type Context, command, group } from '../../context/context.js';
import { askLine, confirm, readNewPassword } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import { parseRole } from '../../terminal/role.js';
import { isoOrNull, printable, relative } from '../../terminal/text.js';
import { withAccess } from './token.js';

const passwordStdin = {
  'password-stdin': {
    type: 'boolean',
    description: 'read the password from stdin (else CCU_GATEWAY_PASSWORD, else ask)',
  },
} as const;

const list = command({
  name: 'ccu-gateway user list',
  description: 'List the local users.',
  fields: { username: true, role: true, created_at: true, last_seen_at: true, disabled_at: true },
  run: async (context) => {
    const users = await withAccess(context, (admin) => admin.listUsers());
    const now = context.io.now();
    return {
      data: users.map((user) => ({
        username: user.username,
        role: user.role,
        created_at: isoOrNull(user.createdAt),
        last_seen_at: isoOrNull(user.lastSeenAt),
        disabled_at: isoOrNull(user.disabledAt),
      })),
      table: {
        header: ['USER', 'ROLE', 'LAST SEEN'],
        rows: users.map((user) => [
          user.username,
          user.disabledAt === null ? user.role : { text: `${user.role} (disabled)`, style: 'warning' as const },
          relative(user.lastSeenAt, now),
        ]),
      },
    };
  },
});

const add = command({
  name: 'ccu-gateway user add',
  description: 'Create a local user.',
  args: {
    username: { type: 'positional', required: true, description: 'the name to sign in with' },
    role: {
      type: 'string',
      default: 'viewer',
      valueHint: 'viewer|operator|admin',
      description: 'what the user may do',
    },
    ...passwordStdin,
  },
  run: async (context, args) => {
    const { username } = args;
    const role = parseRole(args.role);
    const password = await readNewPassword(context.io, args['password-stdin'] === true);
    const user = { username, password, role };
    await withAccess(context, (admin) => admin.addUser(user), { create: true });
    return { data: { username, role }, lines: [`created ${printable(username)} (${role})`] };
  },
});

const passwd = command({
  name: 'ccu-gateway user passwd',
  description: 'Set the password of a local user; ends the sessions of that user.',
  args: {
    username: { type: 'positional', required: false, description: 'the user; asked for when absent' },
    ...passwordStdin,
  },
  run: (context, args) =>
    withAccess(context, async (admin) => {
      const username = args.username ?? (await askWhichUser(context, admin, 'ccu-gateway user passwd NAME'));
      const password = await readNewPassword(context.io, args['password-stdin'] === true);
      await admin.setPassword(username, password);
      return {
        data: { username, changed: true, via: admin.via },
        lines: [`password of ${printable(username)} changed; open sessions of that user have ended`],
      };
    }),
});

const role = command({
  name: 'ccu-gateway user role',
  description: 'Give a local user another role.',
  args: {
    username: { type: 'positional', required: true, description: 'the user' },
    role: { type: 'positional', required: true, description: 'viewer, operator or admin' },
  },
  run: (context, { username, role }) =>
    withAccess(context, async (admin) => {
      await admin.setRole(username, parseRole(role));
      return {
        data: { username, role, via: admin.via },
        lines: [`${printable(username)} is ${printable(role)} now`],
      };
    }),
});

const remove = command({
  name: 'ccu-gateway user delete',
  description: 'Delete a local user with its sessions and API tokens.',
  args: { username: { type: 'positional', required: true, description: 'the user' } },
  run: (context, { username }) =>
    withAccess(context, async (admin) => {
      const question = `Delete ${printable(username)}, with sessions and API tokens, from ${admin.house}?`;
      if (!(await confirm(context.io, question, context.yes))) {
        throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
      }
      await admin.deleteUser(username);
      return { data: { username, deleted: true, via: admin.via }, lines: [`deleted ${printable(username)}`] };
    }),
});

const disable = command({
  name: 'ccu-gateway user disable',
  description: 'Keep a local user out: ends its sessions and API tokens, and keeps the account.',
  args: { username: { type: 'positional', required: true, description: 'the user' } },
  run: (context, { username }) =>
    withAccess(context, async (admin) => {
      const question = `Disable ${printable(username)} in ${admin.house}, and end its sessions and API tokens?`;
      if (!(await confirm(context.io, question, context.yes))) {
        throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
      }
      await admin.setDisabled(username, true);
      return {
        data: { username, disabled: true, via: admin.via },
        lines: [`${printable(username)} is disabled; sessions and API tokens of that user have ended`],
      };
    }),
});

const enable = command({
  name: 'ccu-gateway user enable',
  description: 'Let a disabled local user sign in again. API tokens that ended have to be made anew.',
  args: { username: { type: 'positional', required: true, description: 'the user' } },
  run: (context, { username }) =>
    withAccess(context, async (admin) => {
      await admin.setDisabled(username, false);
      return {
        data: { username, disabled: false, via: admin.via },
        lines: [`${printable(username)} may sign in again`],
      };
    }),
});

export const userCommands = group('ccu-gateway user', 'Local users.', {
  list,
  add,
  passwd,
  role,
  disable,
  enable,
  delete: remove,
});

/** The users are named, and a person at a terminal is asked for one of them. */
async function askWhichUser({ io }: Context, admin: AccessAdmin, fix: string): Promise<string> {
  const users = await admin.listUsers();
  if (users.length === 0) {
    throw new CliError(EXIT.notFound, 'not_found', `there are no local users in ${admin.house}`, {
      fix: 'ccu-gateway user add NAME --role admin',
    });
  }
  if (!io.stdin.isTTY) {
    throw usageError(`which user? There are: ${users.map(({ username }) => username).join(', ')}`, fix);
  }
  for (const { username, role } of users) io.stderr.write(`  ${printable(username)} (${role})\n`);
  const username = await askLine(io, 'User: ');
  if (username === '') throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed', { fix });
  return username;
}
