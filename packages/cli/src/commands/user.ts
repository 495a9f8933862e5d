import type { RoleName } from '../access.js';
import { readNewPassword } from '../ask.js';
import { command, group } from '../context.js';
import { isoOrNull, printable, relative, table } from '../text.js';
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
  run: async (context) => {
    const users = await withAccess(context, (admin) => admin.listUsers());
    const now = context.io.now();
    return {
      data: users.map((user) => ({
        username: user.username,
        role: user.role,
        created_at: isoOrNull(user.createdAt),
        last_seen_at: isoOrNull(user.lastSeenAt),
      })),
      lines: table(
        ['USER', 'ROLE', 'LAST SEEN'],
        users.map((user) => [user.username, user.role, relative(user.lastSeenAt, now)]),
        context.output.forPeople,
      ),
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
    const password = await readNewPassword(context.io, args['password-stdin'] === true);
    const { username, role } = args;
    await withAccess(context, (admin) => admin.addUser({ username, password, role: role as RoleName }));
    return { data: { username, role }, lines: [`created ${printable(username)} (${role})`] };
  },
});

const passwd = command({
  name: 'ccu-gateway user passwd',
  description: 'Set the password of a local user; ends the sessions of that user.',
  args: { username: { type: 'positional', required: true, description: 'the user' }, ...passwordStdin },
  run: async (context, args) => {
    const password = await readNewPassword(context.io, args['password-stdin'] === true);
    await withAccess(context, (admin) => admin.setPassword(args.username, password));
    return {
      data: { username: args.username, changed: true },
      lines: [`password of ${printable(args.username)} changed; open sessions of that user have ended`],
    };
  },
});

export const userCommands = group('ccu-gateway user', 'Local users.', { list, add, passwd });
