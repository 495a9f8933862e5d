import type { ProgramSummary } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../caller.js';
import { knownScope } from '../choose.js';
import type { House } from '../ports/house.js';
import type { HubView, ProgramControl } from '../ports/hub.js';
import { type Recording, recordChange } from '../record.js';
import { found } from '../refusal.js';
import { refuseUnread } from '../unread.js';
import { useCase } from '../use-case.js';

export interface ProgramReading {
  readonly house: House;
  readonly hub: HubView;
}

export interface ProgramWriting extends ProgramReading, Recording {
  readonly programs: ProgramControl;
}

export function listPrograms(
  needs: ProgramReading,
  query: Scope & { readonly include_internal?: boolean | undefined },
): readonly ProgramSummary[] {
  refuseUnread(needs, 'programs', query);
  return needs.hub.programs({ ...knownScope(needs.house, query), includeInternal: query.include_internal });
}

export function getProgram(needs: ProgramReading, id: string, scope: Scope): ProgramSummary {
  const result = needs.hub.program(id, knownScope(needs.house, scope));
  // What was not read may have it.
  if (!result.ok && result.code === 'not_found') refuseUnread(needs, 'programs', scope, { whole: true });
  return found(result);
}

/** Whether it ran: with `checkConditions` a program that is not active does not. */
export const executeProgram = useCase(
  'operator',
  async (
    needs: ProgramWriting,
    caller: Caller,
    request: Scope & { readonly id: string; readonly checkConditions: boolean },
  ): Promise<boolean> => {
    const program = getProgram(needs, request.id, request);
    const { checkConditions } = request;
    const executed = await needs.programs.executeProgram(program.central, program.id, { checkConditions });
    recordChange(needs, caller, {
      action: 'program_execute',
      central: program.central,
      outcome: executed ? 'executed' : 'not_active',
      note: program.name,
    });
    return executed;
  },
);

/** Whether it ran because of that: a CCU runs a program without conditions when it is switched on. Undefined: not known. */
export const setProgramActive = useCase(
  'operator',
  async (
    needs: ProgramWriting,
    caller: Caller,
    request: Scope & { readonly id: string; readonly active: boolean },
  ): Promise<boolean | undefined> => {
    const program = getProgram(needs, request.id, request);
    const executed = await needs.programs.setProgramActive(program.central, program.id, request.active);
    recordChange(needs, caller, {
      action: 'program_write',
      central: program.central,
      ...(executed === true ? { outcome: 'executed' } : {}),
      note: program.name,
      changes: [{ parameter: 'active', before: program.active, after: request.active }],
    });
    return executed;
  },
);

export const deleteProgram = useCase(
  'admin',
  async (needs: ProgramWriting, caller: Caller, request: Scope & { readonly id: string }): Promise<void> => {
    const program = getProgram(needs, request.id, request);
    await needs.programs.deleteProgram(program.central, program.id);
    recordChange(needs, caller, { action: 'program_delete', central: program.central, note: program.name });
  },
);
