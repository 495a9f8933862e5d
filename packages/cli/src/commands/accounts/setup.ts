import type { OwnWay } from '@ccu-gateway/auth-core';
import { withDatabase } from '../../access/database.js';
import type { Offline } from '../../access/offline.js';
import { type Context, command, group } from '../../context/context.js';
import { SHARED_ACCOUNTS } from '../../plug-ins/plug-ins.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import type { Outcome } from '../../terminal/output.js';
import { createSetup } from './setup-create.js';

/** Texts for the reasons that keep first-run setup closed. */
const OBSTACLES: Readonly<Record<string, string>> = {
  pinned_shut: 'bootstrap.allow_first_run_setup is false in the configuration',
  local_users: 'local users exist',
  config_users: 'the configuration has users (north.rest.auth.users)',
  oidc: 'an OIDC provider is configured',
  ccu: 'users of a CCU can sign in',
  ingress: 'the supervisor lets its users in (north.rest.auth.ha_ingress)',
  admin_tokens: 'an admin token exists',
  [SHARED_ACCOUNTS.setupObstacle]: 'gateways let callers in by their own configuration, or did so before',
};

/** Line about a gateway, in both commands. */
const told = ({ gateway, way, since }: OwnWay) =>
  `  ${gateway}: ${OBSTACLES[way] ?? way}, noted on ${new Date(since).toISOString()}`;

const status = command({
  name: 'ccu-gateway setup status',
  description: 'Say whether the first administrator can be created in the browser.',
  run: async (context) => {
    if (context.hasUrl()) return statusOverRest(context);
    return withDatabase(context, async (offline) => {
      const outcome = statusOutcome(await obstacles(offline, context.io.now()));
      const noted = await ownWaysOf(offline);
      if (noted.length === 0) return outcome;
      const help = 'where none of them does any more: ccu-gateway setup reset';
      return {
        ...outcome,
        data: { ...outcome.data, own_ways: noted },
        lines: [
          ...outcome.lines,
          'let callers in by their own configuration, or did so before:',
          ...noted.map(told),
          help,
        ],
      };
    });
  },
});

const reset = command({
  name: 'ccu-gateway setup reset',
  description: 'Delete all local users, sessions and API tokens, so that setup opens again.',
  run: async (context) => {
    context.requireDatabase();
    return withDatabase(context, async (offline) => {
      const question = `Delete ALL local users, sessions and API tokens of ${offline.where}?`;
      if (!(await confirm(context.io, question, context.yes))) {
        throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
      }
      const now = context.io.now();
      const noted = await ownWaysOf(offline);
      const deleted = await offline.stores.resetAccess(now);
      const { subject, peer } = offline.actor;
      offline.stores.audit.record({
        at: now,
        action: 'setup.reset',
        outcome: 'ok',
        user: subject,
        scheme: 'cli',
        peer,
      });
      const outcome = statusOutcome(await obstacles(offline, now));
      return {
        ...outcome,
        data: { ...deleted, ...outcome.data, ...(noted.length > 0 && { own_ways: noted }) },
        lines: [
          `deleted ${deleted.users} users, ${deleted.sessions} sessions, ${deleted.tokens} tokens`,
          ...outcome.lines,
          ...(noted.length === 0
            ? []
            : [
                'one of these that runs and still lets callers in by its own configuration closes it again at once:',
                ...noted.map(told),
              ]),
        ],
        exit: outcome.data.required ? EXIT.ok : EXIT.conflict,
      };
    });
  },
});

export const setupCommands = group('ccu-gateway setup', 'First-run setup.', { create: createSetup, status, reset });

async function statusOverRest(context: Context): Promise<Outcome> {
  const rest = await context.rest({ token: 'optional' });
  const answer = await rest.call('setupStatus');
  const required = answer.required === true;
  return { data: { required }, lines: [required ? 'setup is open' : 'setup is closed'] };
}

/**
 * Users and tokens are in the database. The gateway stored the obstacles of its configuration there at its last start.
 */
async function obstacles({ stores, file }: Offline, now: number): Promise<readonly string[]> {
  const users = await stores.auth.users.list();
  const tokens = await stores.auth.tokens.list();
  const adminTokens = tokens.some(
    (token) => token.role === 'admin' && (token.expiresAt === null || token.expiresAt > now),
  );
  const own = await ownWaysOf({ stores });
  const noted = await file?.facts.get('setup_obstacles');
  return [
    ...(users.length > 0 ? ['local_users'] : []),
    ...(adminTokens ? ['admin_tokens'] : []),
    ...(own.length > 0 ? [SHARED_ACCOUNTS.setupObstacle] : []),
    ...(Array.isArray(noted) ? noted.filter((entry): entry is string => typeof entry === 'string') : []),
  ];
}

/** Gateways with authentication sources in their own configuration now, or at any time since access was reset. */
async function ownWaysOf({ stores }: Pick<Offline, 'stores'>): Promise<readonly OwnWay[]> {
  return (await stores.auth.ownWays?.list()) ?? [];
}

function statusOutcome(closedBy: readonly string[]) {
  const required = closedBy.length === 0;
  return {
    data: { required, closed_by: closedBy },
    lines: required
      ? ['setup is open: create the first administrator at /setup']
      : ['setup is closed:', ...closedBy.map((obstacle) => `  ${OBSTACLES[obstacle] ?? obstacle}`)],
  };
}
