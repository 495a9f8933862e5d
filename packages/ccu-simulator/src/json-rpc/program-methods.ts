import type { LiveProgram } from '../live/types.js';
import { breaksOn, type JsonMethods, type JsonParams, type JsonRpcContext, numberOf, textOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** `Program.*` */
export function programMethods({ state: { hub }, timeZone }: JsonRpcContext): JsonMethods {
  const detailOf = (program: LiveProgram) => programDetail(program, timeZone);

  function programAt(params: JsonParams): LiveProgram {
    const program = hub.program(numberOf(params, 'id'));
    if (program === undefined) throw new JsonRpcFailure(JSON_ERROR.internal, "internal error: can't read the program");
    return program;
  }

  return {
    'Program.getAll': { level: 2, run: () => breaksOn(hub.programs()).map(detailOf) },
    'Program.get': { level: 2, run: (params) => detailOf(programAt(params)) },
    'Program.execute': { level: 2, run: (params) => hub.execute(numberOf(params, 'id')) },
    'Program.deleteProgramByName': {
      level: 2,
      run: (params) => {
        const program = hub.programs().find(({ name }) => name === textOf(params, 'name'));
        return program !== undefined && hub.removeProgram(program.id);
      },
    },
  };
}

function programDetail({ id, name, active, internal, lastExecutedAt }: LiveProgram, timeZone: string | undefined) {
  return {
    id: String(id),
    name,
    isActive: active,
    isInternal: internal ?? false,
    // Swedes write dates as this CCU does.
    lastExecuteTime: new Date(lastExecutedAt).toLocaleString('sv-SE', timeZone === undefined ? {} : { timeZone }),
  };
}
