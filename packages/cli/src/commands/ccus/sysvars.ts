import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { hubList } from '../../gateway/hub-list.js';
import type { Rest } from '../../gateway/rest.js';
import { onlyCentralArg } from '../../terminal/address.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { didYouMean } from '../../terminal/nearest.js';
import { printable, value as show } from '../../terminal/text.js';
import { parseValue, type ValueDescription } from '../../terminal/value.js';

type Sysvar = CallAnswer<'listSysvars'>[number];

const SYSVAR_FIELDS = {
  name: true,
  translated_name: true,
  unique_id: true,
  value_type: true,
  observed: true,
  central: true,
  description: true,
  translated_description: true,
  unit: true,
  value: true,
  value_list: true,
  min: true,
  max: true,
  is_internal: true,
  is_visible: true,
  is_logged: true,
  value_name_0: true,
  value_name_1: true,
  translated_value_name_0: true,
  translated_value_name_1: true,
  is_extended: true,
  vid: true,
  enabled_default: true,
  channel: true,
  device_address: true,
  last_seen_at: true,
  modified_at: true,
} as const satisfies Readonly<Record<keyof Sysvar, true>>;

const nameArg = { sysvar: { type: 'positional', required: true, description: 'its name' } } as const;

const list = command({
  name: 'ccu-gateway sysvars list',
  description: 'List the system variables of the CCUs with the values that were last read.',
  args: onlyCentralArg,
  fields: SYSVAR_FIELDS,
  run: async (context, { central }) => {
    const rest = await context.rest({ token: 'required' });
    const { entries: sysvars, notRead } = await hubList(rest, 'listSysvars', { query: { central } });
    return {
      data: sysvars,
      notRead,
      table: {
        header: ['NAME', 'VALUE', 'TYPE', 'CENTRAL', 'READ'],
        rows: sysvars.map((sysvar) => [
          sysvar.name,
          shown(sysvar),
          sysvar.value_type,
          sysvar.central ?? '-',
          sysvar.last_seen_at ?? 'never',
        ]),
        spare: ['TYPE', 'READ'],
      },
    };
  },
});

const get = command({
  name: 'ccu-gateway sysvars get',
  description: 'Show the value of a system variable that was last read.',
  args: { ...nameArg, ...onlyCentralArg },
  fields: SYSVAR_FIELDS,
  run: async (context, { sysvar: name, central }) => {
    const rest = await context.rest({ token: 'required' });
    const sysvar = await sysvarNamed(rest, name, central);
    return { data: sysvar, lines: [shown(sysvar)] };
  },
});

const set = command({
  name: 'ccu-gateway sysvars set',
  description: 'Set a system variable.',
  args: {
    ...nameArg,
    value: { type: 'positional', required: true, description: 'true, 21.5, the text of an entry, …' },
    ...onlyCentralArg,
  },
  run: async (context, args) => {
    const rest = await context.rest({ token: 'required' });
    const at = { path: { name: args.sysvar }, query: { central: args.central } };
    const sysvar = await sysvarNamed(rest, args.sysvar, args.central);
    const value = parsed(args.value, sysvar);
    await rest.call('setSysvar', { ...at, body: { value } });
    return {
      data: { name: sysvar.name, central: sysvar.central, value, previous: sysvar.value },
      lines: [`set ${printable(sysvar.name)} to ${shown({ ...sysvar, value })} (was ${shown(sysvar)})`],
    };
  },
});

export const sysvarCommands = group('ccu-gateway sysvars', 'System variables of the CCUs.', { list, get, set });

/** @throws CliError that names the nearest variable where none has this name */
async function sysvarNamed(rest: Rest, name: string, central: string | undefined): Promise<Sysvar> {
  try {
    return await rest.call('getSysvar', { path: { name }, query: { central } });
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== EXIT.notFound) throw error;
    // Without a list the error keeps its message.
    const list = await hubList(rest, 'listSysvars', { query: { central } }).catch(() => undefined);
    const hint = didYouMean(name, list?.entries.map((each) => each.name) ?? []);
    const fix = error.fix ?? 'ccu-gateway sysvars list';
    const { exit, code, message, requestId } = error;
    throw new CliError(exit, code, `${message}${hint}`, { fix, ...(requestId !== undefined && { requestId }) });
  }
}

const TYPES: Readonly<Record<Sysvar['value_type'], ValueDescription['type']>> = {
  LOGIC: 'BOOL',
  ALARM: 'BOOL',
  FLOAT: 'FLOAT',
  INTEGER: 'INTEGER',
  NUMBER: 'FLOAT',
  LIST: 'ENUM',
  STRING: 'STRING',
};

/** The names of true and false are values too. */
function parsed(text: string, { value_type, value_list, value_name_0, value_name_1 }: Sysvar) {
  if (TYPES[value_type] === 'BOOL' && text === value_name_0) return false;
  if (TYPES[value_type] === 'BOOL' && text === value_name_1) return true;
  return parseValue(text, { type: TYPES[value_type], value_list });
}

function shown({ value, value_list, value_name_0, value_name_1, unit }: Sysvar): string {
  if (value === undefined) return '-';
  const entry = typeof value === 'number' ? value_list?.[value] : undefined;
  const word = value === true ? value_name_1 : value === false ? value_name_0 : undefined;
  return `${show(entry ?? (word || value))}${unit ? ` ${printable(unit)}` : ''}`;
}
