import { withSessions } from '../../access/sessions.js';
import { command, group } from '../../context/context.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import { printable, relative } from '../../terminal/text.js';

const subjectArg = { subject: { type: 'string', valueHint: 'NAME', description: 'those of this user' } } as const;

const list = command({
  name: 'ccu-gateway session list',
  description: 'List the sessions of browsers: your own, those of a user, or all; in a database all.',
  args: { ...subjectArg, all: { type: 'boolean', description: 'those of all users' } },
  fields: {
    id: true,
    subject: true,
    scheme: true,
    created_at: true,
    expires_at: true,
    last_seen_at: true,
    address: true,
    user_agent: true,
    live_sockets: true,
    current: true,
  },
  run: async (context, { subject, all }) => {
    const sessions = await withSessions(context, (admin) => admin.list({ subject, all: all === true }));
    const now = context.io.now();
    return {
      data: sessions,
      table: {
        header: ['ID', 'USER', 'FROM', 'LAST USED', 'EXPIRES', 'SOCKETS'],
        rows: sessions.map((session) => [
          session.id,
          session.subject,
          session.address,
          relative(session.last_seen_at ? Date.parse(session.last_seen_at) : null, now),
          relative(Date.parse(session.expires_at), now),
          session.live_sockets === undefined ? '-' : String(session.live_sockets),
        ]),
      },
    };
  },
});

const end = command({
  name: 'ccu-gateway session end',
  description: 'End a session at once, or all of a user, with the sockets opened in them.',
  args: {
    id: { type: 'positional', required: false, description: 'its id, as `session list` names it' },
    ...subjectArg,
  },
  run: async (context, { id, subject }) => {
    if ((id === undefined) === (subject === undefined)) {
      throw usageError('name a session, or a user with --subject', 'ccu-gateway session list --all');
    }
    return withSessions(context, async (admin) => {
      if (id !== undefined) {
        await admin.end(id);
        return { data: { id, ended: true }, lines: [`ended ${printable(id)}`] };
      }
      const user = subject ?? '';
      if (!(await confirm(context.io, `End all sessions of ${printable(user)} at ${admin.house}?`, context.yes))) {
        throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
      }
      await admin.endAll(user);
      return { data: { subject, ended: true }, lines: [`ended all sessions of ${printable(user)}`] };
    });
  },
});

export const sessionCommands = group('ccu-gateway session', 'Sessions of browsers.', { list, end });
