import type { ProgramSummary } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope } from '../../use-case/choose.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { refuseUnread } from '../../use-case/unread.js';
import { reading, useCase } from '../../use-case/use-case.js';

/**
 * Changes of programs. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface ProgramControl {
  /** True when the program ran; with `checkConditions` one that is not active does not. */
  executeProgram(central: string, id: string, options: { readonly checkConditions: boolean }): Promise<boolean>;
  /** True when it ran because of that; undefined when that is not known. */
  setProgramActive(central: string, id: string, active: boolean): Promise<boolean | undefined>;
  deleteProgram(central: string, id: string): Promise<void>;
}

/** Ports of the use cases that read programs. */
export interface ProgramReading {
  readonly house: House;
  readonly hub: HubView;
}

/** Ports of the use cases about programs. */
export interface ProgramWriting extends ProgramReading, Recording {
  readonly programs: ProgramControl;
}

/**
 * The programs, as last read. Whether it has those that the CCU made for itself is a setting of the central where
 * `include_internal` does not say. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` (reason `not_read`) where none were read
 * yet, `unsupported` (reason `no_logic_layer`)
 * @example
 * const programs = core.as(caller).programs.list({ include_internal: false });
 */
export function listPrograms(
  ports: ProgramReading,
  query: Scope & { readonly include_internal?: boolean | undefined },
): readonly ProgramSummary[] {
  refuseUnread(ports, 'programs', query);
  return ports.hub.programs({ ...knownScope(ports.house, query), includeInternal: query.include_internal });
}

/**
 * A program, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`) where several CCUs have the id,
 * `service_unready` (reason `not_read`) where programs were not read from every CCU that may have it, `unsupported`
 * (reason `no_logic_layer`)
 * @example
 * const { active } = core.as(caller).programs.get('1234', { central: 'home' });
 */
export function getProgram(ports: ProgramReading, id: string, scope: Scope): ProgramSummary {
  const result = ports.hub.program(id, knownScope(ports.house, scope));
  // A list that was not read may have it.
  if (!result.ok && result.code === 'not_found') refuseUnread(ports, 'programs', scope, { whole: true });
  return found(result);
}

/**
 * Runs a program. Resolves with whether it ran, when the CCU has answered: with `checkConditions` a program that is
 * not active does not run. Role `operator`; audited as `program_execute`.
 *
 * @throws GatewayError as `getProgram`; `upstream_unavailable`
 * @example
 * const ran = await core.as(caller).programs.execute({ id: '1234', checkConditions: false });
 */
export const executeProgram = useCase(
  'operator',
  async (
    ports: ProgramWriting,
    caller: Caller,
    request: Scope & { readonly id: string; readonly checkConditions: boolean },
  ): Promise<boolean> => {
    const program = getProgram(ports, request.id, request);
    const { checkConditions } = request;
    const executed = await ports.programs.executeProgram(program.central, program.id, { checkConditions });
    recordChange(ports, caller, {
      action: 'program_execute',
      central: program.central,
      outcome: executed ? 'executed' : 'not_active',
      note: program.name,
    });
    return executed;
  },
);

/**
 * Switches a program on or off. Resolves with whether it ran because of that, since a CCU runs a program without
 * conditions when it is switched on; undefined where that is not known. Role `operator`; audited as `program_write`.
 *
 * @throws GatewayError as `getProgram`; `upstream_unavailable`
 * @example
 * await core.as(caller).programs.setActive({ id: '1234', active: false });
 */
export const setProgramActive = useCase(
  'operator',
  async (
    ports: ProgramWriting,
    caller: Caller,
    request: Scope & { readonly id: string; readonly active: boolean },
  ): Promise<boolean | undefined> => {
    const program = getProgram(ports, request.id, request);
    const executed = await ports.programs.setProgramActive(program.central, program.id, request.active);
    recordChange(ports, caller, {
      action: 'program_write',
      central: program.central,
      ...(executed === true ? { outcome: 'executed' } : {}),
      note: program.name,
      changes: [{ parameter: 'active', before: program.active, after: request.active }],
    });
    return executed;
  },
);

/**
 * Deletes a program at the CCU. Role `admin`; audited as `program_delete`.
 *
 * @throws GatewayError as `getProgram`; `upstream_unavailable`
 * @example
 * await core.as(caller).programs.delete({ id: '1234' });
 */
export const deleteProgram = useCase(
  'admin',
  async (ports: ProgramWriting, caller: Caller, request: Scope & { readonly id: string }): Promise<void> => {
    const program = getProgram(ports, request.id, request);
    await ports.programs.deleteProgram(program.central, program.id);
    recordChange(ports, caller, { action: 'program_delete', central: program.central, note: program.name });
  },
);

/** Use cases of the family `programs`, by their names for a caller of the core. */
export const programsUseCases = {
  list: reading('viewer', listPrograms),
  get: reading('viewer', getProgram),
  execute: executeProgram,
  setActive: setProgramActive,
  delete: deleteProgram,
} as const;
