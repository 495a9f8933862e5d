import { GatewayError } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { pageOf } from '../answers/page.js';
import type { Cases } from '../cases/cases.js';
import { plain } from '../words/match.js';
import { ofCentral, ofPage, scopeOf, text } from './inputs.js';
import { readTool, writeTool } from './tool.js';

const listPrograms = readTool({
  name: 'list_programs',
  title: 'List programs',
  description: 'Programs of the CCUs with their descriptions. An inactive program does not run by itself.',
  uses: ['programs.list'],
  input: { ...ofCentral, ...ofPage },
  run: (cases, input) => {
    const all = cases['programs.list']({ ...scopeOf(input), include_internal: false });
    const { items, ...page } = pageOf(all, input.page, 50);
    return {
      programs: items.map(({ id, name, central, description, active }) => ({ id, name, central, description, active })),
      ...page,
    };
  },
});

interface Wanted {
  readonly program: string;
  readonly central?: string | undefined;
}

/** The one program with this id or name. */
function programOf(cases: Cases<'programs.list'>, { program, central }: Wanted) {
  const all = cases['programs.list']({ ...scopeOf({ central }), include_internal: false });
  const byId = all.filter(({ id }) => id === program);
  const found = byId.length > 0 ? byId : all.filter(({ name }) => plain(name) === plain(program));
  const [only, ...others] = found;
  if (only === undefined)
    throw new GatewayError('not_found', 'No program has this id or name', { reason: 'not_found' });
  if (others.length === 0) return only;
  throw new GatewayError('conflict', 'Several programs have this name: use an id and the CCU', {
    reason: 'ambiguous',
    members: { candidates: found.slice(0, 10).map(({ id, name, central: of }) => ({ id, name, central: of })) },
  });
}

const ofProgram = { ...ofCentral, program: text('Id or exact name of the program.') };

const runProgram = writeTool({
  name: 'run_program',
  title: 'Run a program',
  description:
    'Runs a program of the CCU. It may do anything that was programmed there, doors included, so a person has to confirm each run.',
  level: 'everyday',
  uses: ['programs.list', 'programs.execute'],
  input: ofProgram,
  plan: (cases, input) => {
    const { id, name, central, description, active } = programOf(cases, input);
    return { will: { run: { id, name, central, description, active } }, confirm: 'program' };
  },
  run: async (cases, input) => {
    const { id, name, central } = programOf(cases, input);
    const ran = await cases['programs.execute']({ id, central, checkConditions: false });
    return { program: { id, name, central }, status: ran ? 'confirmed' : 'not_confirmed', ran };
  },
});

const setProgramActive = writeTool({
  name: 'set_program_active',
  title: 'Activate or deactivate a program',
  description:
    'Lets a program run by itself, or keeps it from that. A program without conditions runs when it is activated.',
  level: 'everything',
  uses: ['programs.list', 'programs.setActive'],
  input: { ...ofProgram, active: z.boolean() },
  plan: (cases, { active, ...input }) => {
    const { id, name, central, active: before } = programOf(cases, input);
    return { will: { program: { id, name, central }, active, before }, ...(active && { confirm: 'program' as const }) };
  },
  run: async (cases, { active, ...input }) => {
    const { id, name, central } = programOf(cases, input);
    const ran = await cases['programs.setActive']({ id, central, active });
    return { program: { id, name, central }, status: 'accepted', active, ...(ran === undefined ? {} : { ran }) };
  },
});

const listVariables = readTool({
  name: 'list_system_variables',
  title: 'List system variables',
  description: 'System variables of the CCUs with their values, such as presence or a summer mode.',
  uses: ['sysvars.list'],
  input: { ...ofCentral, ...ofPage },
  run: (cases, input) => {
    const { items, ...page } = pageOf(cases['sysvars.list'](scopeOf(input)), input.page, 50);
    return {
      variables: items.map(({ name, translated_name: label, central, description, value, value_type: type }) => ({
        ...{ name, label, central, description, value, type },
      })),
      ...page,
    };
  },
});

const setVariable = writeTool({
  name: 'set_system_variable',
  title: 'Set a system variable',
  description: 'Sets a system variable of the CCU. Programs may follow it, so a person has to confirm it.',
  level: 'everything',
  uses: ['sysvars.get', 'sysvars.set'],
  input: {
    ...ofCentral,
    name: text('Exact name of the variable.'),
    value: z.union([z.string().max(1_000), z.number(), z.boolean()]),
  },
  plan: (cases, { name, value, central }) => ({
    will: { variable: name, value, before: cases['sysvars.get'](name, scopeOf({ central })).value },
    confirm: 'program',
  }),
  run: async (cases, { name, value, central }) => {
    await cases['sysvars.set']({ ...scopeOf({ central }), name, value });
    return { variable: name, status: 'accepted', value: cases['sysvars.get'](name, scopeOf({ central })).value };
  },
});

/** Tools about the logic layer of the CCUs. */
export const programTools = [listPrograms, runProgram, setProgramActive, listVariables, setVariable];
