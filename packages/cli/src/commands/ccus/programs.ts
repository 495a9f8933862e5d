import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { hubList, requireAll } from '../../gateway/hub-list.js';
import { onlyCentralArg } from '../../terminal/address.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { didYouMean } from '../../terminal/nearest.js';
import { printable } from '../../terminal/text.js';

type Program = CallAnswer<'listPrograms'>[number];

const list = command({
  name: 'ccu-gateway programs list',
  description: 'List the programs of the CCUs.',
  args: { internal: { type: 'boolean', description: 'also those that a CCU made for itself' }, ...onlyCentralArg },
  fields: {
    id: true,
    unique_id: true,
    name: true,
    central: true,
    description: true,
    active: true,
    execute_available: true,
    last_executed: true,
    condition_summary: true,
    activity_summary: true,
    is_internal: true,
    enabled_default: true,
    channel: true,
    device_address: true,
  } as const satisfies Readonly<Record<keyof Program, true>>,
  run: async (context, { central, internal }) => {
    const rest = await context.rest({ token: 'required' });
    const query = { central, include_internal: internal === true ? true : undefined };
    const { entries: programs, notRead } = await hubList(rest, 'listPrograms', { query });
    return {
      data: programs,
      notRead,
      table: {
        header: ['ID', 'NAME', 'CENTRAL', 'ACTIVE', 'LAST RUN'],
        rows: programs.map(({ id, name, central: of, active, last_executed: last }) => [
          id,
          name,
          of ?? '-',
          active === undefined ? 'unknown' : active ? 'yes' : { text: 'no', style: 'faint' },
          last ?? '-',
        ]),
      },
    };
  },
});

const run = command({
  name: 'ccu-gateway programs run',
  description: 'Run a program, whatever its conditions say.',
  args: {
    program: { type: 'positional', required: true, description: 'its name or id' },
    'if-active': { type: 'boolean', description: 'only while it is switched on' },
    ...onlyCentralArg,
  },
  run: async (context, args) => {
    const rest = await context.rest({ token: 'required' });
    const query = { central: args.central, include_internal: true };
    const list = await hubList(rest, 'listPrograms', { query });
    // The one that is meant may be there, and another one of its name here.
    requireAll(list, 'programs');
    const { id, name, central } = only(list.entries, args.program);
    const { executed } = await rest.call('executeProgram', {
      path: { id },
      query: { central },
      body: { check_conditions: args['if-active'] === true },
    });
    return {
      data: { id, name, central, executed },
      lines: [executed ? `ran ${printable(name)}` : `${printable(name)} is not active, and did not run`],
    };
  },
});

export const programCommands = group('ccu-gateway programs', 'Programs of the CCUs.', { list, run });

/** @throws CliError where none or several are meant */
function only(programs: readonly Program[], wanted: string): Program {
  const byId = programs.filter(({ id }) => id === wanted);
  const found = byId.length > 0 ? byId : programs.filter(({ name }) => name === wanted);
  const [program, ...others] = found;
  const fix = 'ccu-gateway programs list';
  if (program === undefined) {
    const names = programs.map(({ name }) => name);
    throw new CliError(EXIT.notFound, 'not_found', `there is no program "${wanted}"${didYouMean(wanted, names)}`, {
      fix,
    });
  }
  if (others.length === 0) return program;
  const which = found.map(({ id, central }) => `${id} of ${central ?? '?'}`).join(', ');
  throw new CliError(
    EXIT.conflict,
    'ambiguous',
    `${found.length} programs are called this (${which}); nothing was run`,
    {
      fix: 'name the CCU with --central, or the program by its id',
    },
  );
}
