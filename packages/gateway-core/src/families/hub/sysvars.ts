import type { NewSysvar, SysvarChange } from '@ccu-gateway/ccu-client';
import type { SysvarSummary } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral, chooseCentrals, knownScope } from '../../use-case/choose.js';
import { GatewayError } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { refuseUnread } from '../../use-case/unread.js';
import { reading, useCase } from '../../use-case/use-case.js';

export type { NewSysvar, SysvarChange };

/** A program that uses a system variable. */
export interface ProgramReference {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly internal: boolean;
}

/**
 * Changes of system variables. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface SysvarControl {
  /** The value is one that the variable can hold: a boolean, a number, an index of the list, or a text. */
  setSysvar(central: string, name: string, value: boolean | number | string): Promise<void>;
  /** Answers the name that the CCU made of it. Rejects with `conflict` when the name exists. */
  createSysvar(central: string, variable: NewSysvar): Promise<string>;
  changeSysvar(central: string, name: string, change: SysvarChange): Promise<string>;
  deleteSysvar(central: string, name: string): Promise<void>;
  /** Programs that use the variable. */
  sysvarUsage(central: string, name: string): Promise<readonly ProgramReference[]>;
  /** Reads all variables anew. Resolves when that is done. */
  refreshSysvars(central: string): Promise<void>;
}

/** Ports of the use cases that read system variables. */
export interface SysvarReading {
  readonly house: House;
  readonly hub: HubView;
}

/** Ports of the use cases about system variables. */
export interface SysvarWriting extends SysvarReading, Recording {
  readonly sysvars: SysvarControl;
}

/**
 * The system variables with their values, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` (reason `not_read`) where none were read
 * yet, `unsupported` (reason `no_logic_layer`)
 * @example
 * const sysvars = core.as(caller).sysvars.list({ central: 'home' });
 */
export function listSysvars(ports: SysvarReading, scope: Scope): readonly SysvarSummary[] {
  refuseUnread(ports, 'sysvars', scope);
  return ports.hub.sysvars(knownScope(ports.house, scope));
}

/**
 * A system variable with its value, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`) where several CCUs have the name,
 * `service_unready` (reason `not_read`) where variables were not read from every CCU that may have it, `unsupported`
 * (reason `no_logic_layer`)
 * @example
 * const { value } = core.as(caller).sysvars.get('Away', {});
 */
export function getSysvar(ports: SysvarReading, name: string, scope: Scope): SysvarSummary {
  const result = ports.hub.sysvar(name, knownScope(ports.house, scope));
  // A list that was not read may have it.
  if (!result.ok && result.code === 'not_found') refuseUnread(ports, 'sysvars', scope, { whole: true });
  return found(result);
}

/**
 * Gives a system variable a value, which is checked against its type, range and list. Resolves when the CCU has taken
 * it; the change arrives as an event when the variables have been read again. Role `operator`; audited as
 * `sysvar_write`.
 *
 * @throws GatewayError as `getSysvar`; `validation`, `upstream_unavailable`
 * @example
 * await core.as(caller).sysvars.set({ name: 'Away', value: true });
 */
export const setSysvar = useCase(
  'operator',
  async (
    ports: SysvarWriting,
    caller: Caller,
    request: Scope & { readonly name: string; readonly value: unknown },
  ): Promise<void> => {
    const variable = getSysvar(ports, request.name, request);
    const planned = ports.hub.validateSysvar(request.name, request.value, request);
    if (!planned.ok) throw houseRefusal(planned);
    const { value } = planned.write;
    await ports.sysvars.setSysvar(variable.central, variable.name, value);
    recordChange(ports, caller, {
      action: 'sysvar_write',
      central: variable.central,
      note: variable.name,
      changes: [{ parameter: variable.name, before: variable.value, after: value }],
    });
  },
);

/**
 * Makes a system variable at a CCU; the central may be left out where there is only one. Resolves with
 * the name that the CCU made of it, when it has made it. Role `operator`; audited as `sysvar_create`.
 *
 * @throws GatewayError as `chooseCentral`; `unprocessable` for bounds, a list or an assignment that cannot be,
 * `conflict` (reason `name_taken`), `upstream_unavailable`
 * @example
 * await core.as(caller).sysvars.create({ variable: { name: 'Away', type: 'BOOL' } });
 */
export const createSysvar = useCase(
  'operator',
  async (ports: SysvarWriting, caller: Caller, request: Scope & { readonly variable: NewSysvar }): Promise<string> => {
    const central = chooseCentral(ports.house, request.central);
    const { variable } = request;
    checkBounds(variable);
    if (variable.type === 'ENUM' && (variable.valueList ?? []).length === 0) {
      throw unprocessable('value_list', 'a variable of type ENUM needs a list of values');
    }
    checkAssignment(ports.house, central, variable.channelAddress);
    if (ports.hub.sysvars({ central }).some(({ name }) => name === variable.name)) throw nameTaken(variable.name);
    const became = await ports.sysvars.createSysvar(central, variable);
    recordChange(ports, caller, { action: 'sysvar_create', central, note: became });
    return became;
  },
);

/**
 * Changes the name, description, unit, bounds or assignment of a system variable; members left out stay. Resolves with
 * the name that it has then. Role `operator`; audited as `sysvar_change`.
 *
 * @throws GatewayError as `getSysvar`; `unprocessable` for bounds or an assignment that cannot be, `conflict` (reason
 * `name_taken`), `upstream_unavailable`
 * @example
 * await core.as(caller).sysvars.change({ name: 'Away', change: { description: 'The house is empty' } });
 */
export const changeSysvar = useCase(
  'operator',
  async (
    ports: SysvarWriting,
    caller: Caller,
    request: Scope & { readonly name: string; readonly change: SysvarChange },
  ): Promise<string> => {
    const { change } = request;
    const variable = getSysvar(ports, request.name, request);
    checkBounds({ min: change.min ?? variable.min, max: change.max ?? variable.max });
    checkAssignment(ports.house, variable.central, change.channelAddress);
    const newName = change.name;
    if (newName !== undefined && newName !== variable.name) {
      const others = ports.hub.sysvars({ central: variable.central });
      if (others.some(({ name }) => name === newName)) throw nameTaken(newName);
    }
    const became = await ports.sysvars.changeSysvar(variable.central, variable.name, change);
    recordChange(ports, caller, {
      action: 'sysvar_change',
      central: variable.central,
      note: variable.name,
      changes: Object.entries({ ...change, ...(newName !== undefined && { name: became }) }).map(
        ([parameter, after]) => ({
          parameter,
          after,
        }),
      ),
    });
    return became;
  },
);

/**
 * Deletes a system variable at the CCU. Role `operator`; audited as `sysvar_delete`.
 *
 * @throws GatewayError as `getSysvar`; `upstream_unavailable`
 * @example
 * await core.as(caller).sysvars.delete({ name: 'Away' });
 */
export const deleteSysvar = useCase(
  'operator',
  async (ports: SysvarWriting, caller: Caller, request: Scope & { readonly name: string }): Promise<void> => {
    const variable = getSysvar(ports, request.name, request);
    await ports.sysvars.deleteSysvar(variable.central, variable.name);
    recordChange(ports, caller, { action: 'sysvar_delete', central: variable.central, note: variable.name });
  },
);

/**
 * The programs that use a system variable, asked of the CCU. Role `viewer`.
 *
 * @throws GatewayError as `getSysvar`; `upstream_unavailable`
 * @example
 * const { programs } = await core.as(caller).sysvars.usage({ name: 'Away' });
 */
export async function sysvarUsage(
  ports: SysvarWriting,
  request: Scope & { readonly name: string },
): Promise<{ readonly central: string; readonly name: string; readonly programs: readonly ProgramReference[] }> {
  const { central, name } = getSysvar(ports, request.name, request);
  return { central, name, programs: await ports.sysvars.sysvarUsage(central, name) };
}

/**
 * Reads the variables of one CCU or of all anew. Resolves when they were read. Role `operator`; not audited.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).sysvars.fetch({ central: 'home' });
 */
export async function fetchSysvars(ports: SysvarWriting, scope: Scope): Promise<void> {
  await Promise.all(chooseCentrals(ports.house, scope.central).map((central) => ports.sysvars.refreshSysvars(central)));
}

function checkBounds({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): void {
  if (min !== undefined && max !== undefined && min > max) throw unprocessable('min', 'is above the maximum');
}

function checkAssignment(house: House, central: string, address: string | undefined): void {
  if (address === undefined || address === '') return;
  const target = found(house.resolve(address, { central }));
  if (target.channel === undefined)
    throw unprocessable('channel_address', 'is the address of a device, not of a channel');
}

function nameTaken(name: string): GatewayError {
  return new GatewayError('conflict', `A system variable named ${name} exists already`, { reason: 'name_taken' });
}

function unprocessable(field: string, reason: string): GatewayError {
  return new GatewayError('unprocessable', `${field} ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field, reason }],
  });
}

/** Use cases of the family `sysvars`, by their names for a caller of the core. */
export const sysvarsUseCases = {
  list: reading('viewer', listSysvars),
  get: reading('viewer', getSysvar),
  set: setSysvar,
  create: createSysvar,
  change: changeSysvar,
  delete: deleteSysvar,
  usage: reading('viewer', sysvarUsage),
  fetch: reading('operator', fetchSysvars),
} as const;
