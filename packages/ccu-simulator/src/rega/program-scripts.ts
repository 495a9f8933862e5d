import { refusesCall } from '../environment/switches.js';
import { type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';
import { metBy } from './reach.js';

type Names = 'programs' | 'program_run' | 'program_activate' | 'program_delete';

/** Scripts about programs. */
export function programScripts({ state: { hub }, switches }: ReGaContext): ScriptHandlers<Names> {
  const settle = (id: number, done: boolean) => (done ? rows({ id }) : refusal('not_found'));

  return {
    programs: (_, { internalPrograms }) =>
      rows(
        ...metBy(hub.programs(), internalPrograms).map(
          ({ id, name, description = '', active, internal = false, lastExecutedAt }) => ({
            id,
            name,
            description,
            active,
            internal,
            visible: !internal,
            lastExecutedAt,
          }),
        ),
      ),
    program_run: ({ id, checkConditions }, { hearsRefusal }) => {
      const program = hub.program(id);
      if (program === undefined) return refusal('not_found');
      if (checkConditions && !program.active) return rows({ executed: false });
      const ran = !refusesCall(switches, 'ProgramExecute') && hub.execute(id);
      return ran || !hearsRefusal ? rows({ executed: true }) : refusal('refused');
    },
    program_activate: ({ id, active }) => settle(id, hub.changeProgram(id, { active })),
    program_delete: ({ id }) => settle(id, hub.removeProgram(id)),
  };
}
