import type { JsonSession } from '../json/session.js';
import type { Program, WaitOptions } from '../model/hub-model.js';
import type { ReGaRunner } from '../rega/runner.js';

/** Programs of the logic layer. */
export interface ProgramCalls {
  programs(options?: WaitOptions): Promise<readonly Program[]>;
  /**
   * Runs a program; true when it was started. With `checkConditions` an inactive program does not run and the answer is
   * false. Nothing more is checked: only the CCU evaluates the conditions in the program's own "if", when one of its
   * triggers fires.
   */
  executeProgram(id: number, options?: { readonly checkConditions?: boolean }): Promise<boolean>;
  /** Activating a program without conditions runs it at once. */
  setProgramActive(id: number, active: boolean): Promise<void>;
  deleteProgram(id: number): Promise<void>;
  /** True when a program uses the channel with this id, from `names`. */
  hasPrograms(channelId: number): Promise<boolean>;
}

export function programCalls(
  { rega, session }: { readonly rega: ReGaRunner; readonly session: JsonSession },
  always: AbortSignal | undefined,
): ProgramCalls {
  return {
    programs: ({ signal } = {}) => rega.run('programs', {}, signal),
    async executeProgram(id, { checkConditions = false } = {}) {
      return (await rega.run('program_run', { id, checkConditions }))[0]?.executed === true;
    },
    async setProgramActive(id, active) {
      await rega.run('program_activate', { id, active });
    },
    async deleteProgram(id) {
      await rega.run('program_delete', { id });
    },
    async hasPrograms(channelId) {
      return (await session.call('Channel.hasProgramIds', { id: String(channelId) }, always)) === true;
    },
  };
}
