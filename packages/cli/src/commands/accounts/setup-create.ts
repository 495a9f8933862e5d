import { interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import { accessOnDatabase, withDatabase } from '../../access/database.js';
import { type Context, command } from '../../context/context.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';
import { askAdministrator, setUpAtTerminal } from './setup-terminal.js';

/** Interfaces that reach devices by radio; nearly every CCU has them. */
const DEFAULT_INTERFACES = interfacesWhere(({ radio }) => radio).join(',');
const CENTRAL = 'home';

/** `setup create`: the first administrator, and the first CCU where a gateway runs. */
export const createSetup = command({
  name: 'ccu-gateway setup create',
  description:
    'Create the first administrator and connect the first CCU: asked at the terminal, or from the environment.',
  args: {
    'from-env': {
      type: 'boolean',
      description: 'from CCU_GATEWAY_USERNAME, CCU_GATEWAY_PASSWORD, CCU_GATEWAY_CCU_HOST, …; asks nothing',
    },
  },
  run: async (context, args) => {
    const given = args['from-env'] === true ? fromEnvironment(context.io) : undefined;
    if (context.hasUrl()) return atGateway(context, given);
    return inDatabase(context, given);
  },
});

interface Ccu {
  readonly name: string;
  readonly host: string;
  readonly interfaces: readonly string[];
  readonly username?: string;
  readonly password?: string;
}

interface Answers {
  readonly username: string;
  readonly password: string;
  readonly code?: string;
  readonly ccu?: Ccu;
}

/** @throws CliError that names the variable that is missing */
function fromEnvironment({ env }: CliIo): Answers {
  const needed = (name: string): string => {
    const value = env[name];
    if (!value) throw usageError(`${name} is not set`, `set it, or ask at a terminal: ccu-gateway setup create`);
    return value;
  };
  const { CCU_GATEWAY_CCU_HOST: host, CCU_GATEWAY_SETUP_CODE: code } = env;
  const username = needed('CCU_GATEWAY_USERNAME');
  const password = needed('CCU_GATEWAY_PASSWORD');
  return {
    username,
    password,
    ...(code ? { code } : {}),
    ...(host ? { ccu: ccuIn(env, host) } : {}),
  };
}

function ccuIn(env: CliIo['env'], host: string): Ccu {
  const { CCU_GATEWAY_CCU_USERNAME: username, CCU_GATEWAY_CCU_PASSWORD: password } = env;
  return {
    name: env.CCU_GATEWAY_CCU_NAME || CENTRAL,
    host,
    interfaces: namesIn(env.CCU_GATEWAY_CCU_INTERFACES || DEFAULT_INTERFACES),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  };
}

async function atGateway(context: Context, given: Answers | undefined): Promise<Outcome> {
  const rest = await context.rest({ token: 'optional', seconds: 60 });
  const { required, code_required: needsCode } = await rest.call('setupStatus');
  if (!required) throw closed(`${rest.url} has an administrator, or another way to sign in`);
  if (given === undefined) return setUpAtTerminal(context, rest, needsCode === true);
  const { username, password, code, ccu } = given;
  await rest.call('setup', { body: { admin: { username, password }, ...(code && { code }), ...(ccu && { ccu }) } });
  const data = { username, ...(ccu && { central: ccu.name }), url: rest.url };
  return {
    data,
    lines: [
      `created the administrator ${printable(username)}`,
      ...(ccu === undefined ? [] : [`connecting to ${printable(ccu.host)} as ${printable(ccu.name)}`]),
      '',
      `sign in:  ccu-gateway login --url ${rest.url} --username ${printable(username)}`,
      ...(ccu === undefined ? [] : [`prove it: ccu-gateway central test ${printable(ccu.name)}`]),
    ],
  };
}

async function inDatabase(context: Context, given: Answers | undefined): Promise<Outcome> {
  if (given?.ccu !== undefined) {
    throw usageError(
      'CCU_GATEWAY_CCU_HOST needs a running gateway',
      'name it with --url, or put the CCU into the configuration file',
    );
  }
  return withDatabase(
    context,
    async (offline) => {
      if ((await offline.stores.auth.users.list()).length > 0) throw closed('there are local users already');
      const answers = given ?? (await askAdministrator(context.io));
      const { username, password } = answers;
      await accessOnDatabase(offline).addUser({ username, password, role: 'admin' });
      return {
        data: { username },
        lines: [
          `created the administrator ${printable(username)}`,
          'a token for programs:  ccu-gateway token mint NAME --role operator',
        ],
      };
    },
    { create: true },
  );
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const closed = (why: string) =>
  new CliError(EXIT.conflict, 'setup_closed', `setup is closed: ${why}; nothing was changed`, {
    fix: 'ccu-gateway login',
  });
