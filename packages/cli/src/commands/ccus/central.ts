import { type Context, command, group } from '../../context/context.js';
import { type CentralSettings, probe } from '../../gateway/probe.js';
import { askHidden, confirm, readSecretLine } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { printable } from '../../terminal/text.js';

const nameArg = {
  central: { type: 'positional', required: true, description: 'its name at the gateway' },
} as const;

const list = command({
  name: 'ccu-gateway central list',
  description: 'List the CCUs that the gateway is connected to.',
  fields: { name: true, host: true, enabled: true, serial: true, username: true, tls: true, interfaces: true },
  run: async (context) => {
    const rest = await context.rest({ token: 'required' });
    const centrals = await rest.call('listCentrals');
    return {
      data: centrals,
      table: {
        header: ['NAME', 'HOST', 'ENABLED', 'INTERFACES', 'SERIAL'],
        rows: centrals.map(({ name, host, enabled, interfaces, serial }) => [
          name,
          host,
          enabled ? 'yes' : { text: 'no', style: 'faint' },
          interfaces.map((each) => each.name).join(', '),
          serial || '-',
        ]),
      },
    };
  },
});

const discover = command({
  name: 'ccu-gateway central discover',
  description: 'List the CCUs that were found in the network.',
  fields: {
    serial: true,
    name: true,
    host: true,
    suggested_host: true,
    manufacturer: true,
    model: true,
    last_seen: true,
    already_configured: true,
  },
  run: async (context) => {
    const rest = await context.rest({ token: 'required' });
    const found = await rest.call('listDiscoveredCentrals');
    return {
      data: found,
      table: {
        header: ['SERIAL', 'NAME', 'HOST', 'MODEL', 'CONNECTED'],
        rows: found.map((each) => [
          each.serial,
          each.name,
          each.suggested_host,
          each.model ?? '-',
          each.already_configured ? 'yes' : 'no',
        ]),
      },
    };
  },
});

const add = command({
  name: 'ccu-gateway central add',
  description: 'Connect the gateway to another CCU, when it answers and takes the login.',
  args: {
    ...nameArg,
    host: { type: 'string', required: true, valueHint: 'HOST', description: 'its address' },
    username: { type: 'string', default: '', valueHint: 'NAME', description: 'an administrator of the CCU' },
    'password-stdin': {
      type: 'boolean',
      description: 'read the password from stdin (else CCU_GATEWAY_PASSWORD, else ask)',
    },
    interfaces: {
      type: 'string',
      valueHint: 'NAME,…',
      description: 'as the CCU calls them; else those that it runs',
    },
    tls: { type: 'boolean', description: 'speak to it encrypted' },
    force: { type: 'boolean', description: 'also when it does not answer' },
  },
  run: async (context, args) => {
    const wanted = namesIn(args.interfaces);
    if (args.force === true && wanted.length === 0) throw usageError('--force needs --interfaces', 'name them');
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const settings: CentralSettings = {
      name: args.central,
      host: args.host,
      enabled: true,
      interfaces: wanted.map((name) => ({ name })),
      ...(args.tls === true && { tls: true }),
      ...(args.username !== '' && {
        username: args.username,
        password_plain: await passwordOf(context.io, args['password-stdin'] === true),
      }),
    };
    const answering = args.force === true ? [] : await probe(rest, settings);
    const interfaces = wanted.length > 0 ? settings.interfaces : answering.map((name) => ({ name }));
    const added = await rest.call('createCentral', { body: { ...settings, interfaces } });
    const names = added.interfaces.map(({ name }) => printable(name)).join(', ');
    return {
      data: added,
      lines: [`added ${printable(added.name)} (${names})`, `try: ccu-gateway central test ${printable(added.name)}`],
    };
  },
});

const test = command({
  name: 'ccu-gateway central test',
  description: 'Prove for each interface of a CCU that what it sends arrives here, or say where it breaks (exit 7).',
  args: nameArg,
  run: async (context, { central }) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const interfaces = await rest.call('listInterfaces', { query: { central } });
    if (interfaces.length === 0) {
      const fix = 'ccu-gateway central list';
      throw new CliError(EXIT.notFound, 'not_found', 'there is no interface of such a CCU', { fix });
    }
    const results = [];
    for (const { id } of interfaces) results.push(await rest.call('testInterfaceLoop', { path: { id } }));
    return {
      data: results,
      table: {
        header: ['INTERFACE', 'ARRIVES', 'HOP', 'CAUSE'],
        rows: results.map(({ interface_id: id, ok, rtt_ms: ms, hop, cause }) => [
          id,
          ok ? { text: ms === undefined ? 'yes' : `yes, ${ms} ms`, style: 'good' } : { text: 'no', style: 'bad' },
          ok ? '-' : (hop ?? '-'),
          ok ? '' : (cause ?? ''),
        ]),
      },
      exit: results.every(({ ok }) => ok) ? EXIT.ok : EXIT.problems,
    };
  },
});

const remove = command({
  name: 'ccu-gateway central remove',
  description: 'Let the gateway forget a CCU. The CCU itself keeps everything.',
  args: nameArg,
  run: async (context, { central }) => {
    const rest = await context.rest({ token: 'required' });
    const question = `Remove ${printable(central)} from ${rest.url}?`;
    await confirmed(context, question);
    await rest.call('deleteCentral', { path: { name: central } });
    return { data: { name: central, removed: true }, lines: [`removed ${printable(central)}`] };
  },
});

const takeFile = command({
  name: 'ccu-gateway central take-file',
  description:
    'Have the CCUs of the configuration file count again; those that were changed at run time are forgotten.',
  run: async (context) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const { file, only_here: gone, changed, only_in_file: come } = await rest.call('getCentralsFile');
    const effects = [effect('forget', gone), effect('change', changed), effect('add', come)].filter(
      (each) => each !== '',
    );
    const what = effects.length === 0 ? '' : ` (${effects.join('; ')})`;
    const question = `Take the CCUs of ${printable(file ?? 'the configuration file')} at ${rest.url}${what}?`;
    await confirmed(context, question);
    await rest.call('takeCentralsFile');
    return { data: { file, taken: true }, lines: ['the CCUs of the file count'] };
  },
});

const writeFile = command({
  name: 'ccu-gateway central write-file',
  description:
    'Write the CCUs that count into the configuration file, their passwords sealed; the rest of the file stays.',
  run: async (context) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const { file } = await rest.call('getCentralsFile');
    await confirmed(context, `Write the CCUs into ${printable(file ?? 'the configuration file')} at ${rest.url}?`);
    await rest.call('writeCentralsFile');
    return { data: { file, written: true }, lines: ['the file has the CCUs that count'] };
  },
});

const effect = (verb: string, names: readonly string[]) =>
  names.length === 0 ? '' : `${verb} ${names.map(printable).join(', ')}`;

async function confirmed(context: Context, question: string): Promise<void> {
  if (!(await confirm(context.io, question, context.yes))) {
    throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
  }
}

export const centralCommands = group('ccu-gateway central', 'The CCUs that the gateway is connected to.', {
  list,
  discover,
  add,
  test,
  remove,
  'take-file': takeFile,
  'write-file': writeFile,
});

async function passwordOf(io: CliIo, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readSecretLine(io);
  const given = io.env.CCU_GATEWAY_PASSWORD;
  if (given) return given;
  if (io.stdin.isTTY) return askHidden(io, 'Password of the CCU: ');
  throw usageError('a password is needed and there is no terminal to ask at', 'pass it with --password-stdin');
}

const namesIn = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
