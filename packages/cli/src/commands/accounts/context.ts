import { command, group } from '../../context/context.js';
import { loginOf, readLogins, writeLogins } from '../../login/store.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { printable, relative } from '../../terminal/text.js';

const list = command({
  name: 'ccu-gateway context list',
  description: 'List the gateways of `ccu-gateway login`, never their tokens.',
  fields: { name: true, current: true, url: true, user: true, role: true, expires_at: true },
  run: async ({ io }) => {
    const { current, gateways } = readLogins(io);
    const entries = Object.entries(gateways).map(([name, { url, user, role, expiresAt }]) => ({
      name,
      current: name === current,
      url,
      user,
      role,
      expires_at: expiresAt,
    }));
    return {
      data: entries,
      table: {
        header: ['NAME', 'CURRENT', 'URL', 'USER', 'ROLE', 'EXPIRES'],
        rows: entries.map(({ name, current: isCurrent, url, user, role, expires_at }) => [
          name,
          isCurrent ? { text: 'yes', style: 'good' } : 'no',
          url,
          user,
          role,
          relative(expires_at === null ? null : Date.parse(expires_at), io.now()),
        ]),
      },
    };
  },
});

const use = command({
  name: 'ccu-gateway context use',
  description: 'Make a gateway of `ccu-gateway login` the one that commands ask.',
  args: { name: { type: 'positional', required: true, description: 'its name' } },
  run: async ({ io }, { name }) => {
    const logins = readLogins(io);
    const login = loginOf(logins, name);
    if (login === undefined) throw unknownLogin(name);
    writeLogins(io, { ...logins, current: name });
    return { data: { name, url: login.url }, lines: [`commands ask ${printable(name)} (${login.url}) now`] };
  },
});

export const contextCommands = group('ccu-gateway context', 'The gateways of `ccu-gateway login`.', { list, use });

function unknownLogin(name: string): CliError {
  return new CliError(EXIT.notFound, 'login_unknown', `there is no login "${name}"`, {
    fix: 'ccu-gateway context list',
  });
}
