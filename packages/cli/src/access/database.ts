import type { AuthProblem, Result } from '@ccu-gateway/auth-core';
import type { Context } from '../context/context.js';
import { CliError, EXIT, type ExitCode, LOOK_FIRST } from '../terminal/exit.js';
import type { AccessAdmin } from './access.js';
import type { Offline } from './offline.js';

/**
 * Opens the database, runs `body` and always closes the database. A missing one is created only with `create`, and only
 * in a named directory: any other could belong to another installation. @throws CliError
 */
export async function withDatabase<T>(
  context: Context,
  body: (offline: Offline) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  // Loaded here, because help and commands on a gateway need neither SQLite nor passwords.
  const { onDatabaseOf } = await import('./open-database.js');
  return onDatabaseOf(context, body, options);
}

export function accessOnDatabase({ auth, actor, where }: Offline): AccessAdmin {
  return {
    via: 'database',
    house: where,
    listTokens: async () => taken(await auth.tokens.list()),
    mintToken: async ({ subject, role, expiresInDays }) =>
      taken(
        await auth.tokens.create(
          { subject, role, ...(expiresInDays !== null && { expires_in_days: expiresInDays }) },
          actor,
        ),
      ),
    revokeToken: async (fingerprint) => void taken(await auth.tokens.revoke(fingerprint, actor)),
    listUsers: async () =>
      taken(await auth.users.list()).map(({ subject, ...user }) => ({ ...user, username: subject })),
    addUser: async (input) => void taken(await auth.users.create(input, actor)),
    setPassword: async (username, password) => void taken(await auth.users.update(username, { password }, actor)),
    setRole: async (username, role) => void taken(await auth.users.update(username, { role }, actor)),
    setDisabled: async (username, disabled) => void taken(await auth.users.update(username, { disabled }, actor)),
    deleteUser: async (username) => void taken(await auth.users.delete(username, actor)),
  };
}

/** The value of a result of access control. @throws CliError for a refusal */
export function taken<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw problemError(result.problem);
}

const EXIT_OF: Readonly<Record<AuthProblem['code'], ExitCode>> = {
  bad_request: EXIT.usage,
  validation: EXIT.usage,
  payload_too_large: EXIT.usage,
  unauthorized: EXIT.auth,
  forbidden: EXIT.auth,
  not_found: EXIT.notFound,
  conflict: EXIT.conflict,
  rate_limited: EXIT.tryLater,
  service_unready: EXIT.tryLater,
  unsupported: EXIT.failed,
  upstream_unavailable: EXIT.failed,
};

function problemError({ code, reason, detail, errors }: AuthProblem): CliError {
  if (reason === 'outcome_unknown') return new CliError(EXIT.unreachable, reason, detail, { fix: LOOK_FIRST });
  const fields = (errors ?? []).map((entry) => `${entry.path}: ${entry.message}`).join('; ');
  return new CliError(EXIT_OF[code], reason, fields === '' ? detail : `${detail} (${fields})`);
}
