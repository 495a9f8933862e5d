import type { SysvarSummary } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../caller.js';
import { chooseCentral, chooseCentrals, knownScope } from '../choose.js';
import { GatewayError } from '../errors.js';
import type { House } from '../ports/house.js';
import type { HubView, NewVariable, ProgramReference, VariableChange, VariableControl } from '../ports/hub.js';
import { type Recording, recordChange } from '../record.js';
import { found, houseRefusal } from '../refusal.js';
import { refuseUnread } from '../unread.js';
import { useCase } from '../use-case.js';

export interface SysvarReading {
  readonly house: House;
  readonly hub: HubView;
}

export interface SysvarWriting extends SysvarReading, Recording {
  readonly variables: VariableControl;
}

export function listSysvars(needs: SysvarReading, scope: Scope): readonly SysvarSummary[] {
  refuseUnread(needs, 'sysvars', scope);
  return needs.hub.sysvars(knownScope(needs.house, scope));
}

export function getSysvar(needs: SysvarReading, name: string, scope: Scope): SysvarSummary {
  const result = needs.hub.sysvar(name, knownScope(needs.house, scope));
  // What was not read may have it.
  if (!result.ok && result.code === 'not_found') refuseUnread(needs, 'sysvars', scope, { whole: true });
  return found(result);
}

export const setSysvar = useCase(
  'operator',
  async (
    needs: SysvarWriting,
    caller: Caller,
    request: Scope & { readonly name: string; readonly value: unknown },
  ): Promise<void> => {
    const variable = getSysvar(needs, request.name, request);
    const planned = needs.hub.validateSysvar(request.name, request.value, request);
    if (!planned.ok) throw houseRefusal(planned);
    const { value } = planned.write;
    await needs.variables.setVariable(variable.central, variable.name, value);
    recordChange(needs, caller, {
      action: 'sysvar_write',
      central: variable.central,
      note: variable.name,
      changes: [{ parameter: variable.name, before: variable.value, after: value }],
    });
  },
);

export const createSysvar = useCase(
  'operator',
  async (needs: SysvarWriting, caller: Caller, request: Scope & { readonly variable: NewVariable }): Promise<void> => {
    const central = chooseCentral(needs.house, request.central);
    const { variable } = request;
    checkBounds(variable);
    if (variable.type === 'ENUM' && (variable.valueList ?? []).length === 0) {
      throw unprocessable('value_list', 'a variable of type ENUM needs a list of values');
    }
    checkAssignment(needs.house, central, variable.channelAddress);
    if (needs.hub.sysvars({ central }).some(({ name }) => name === variable.name)) throw nameTaken(variable.name);
    await needs.variables.createVariable(central, variable);
    recordChange(needs, caller, { action: 'sysvar_create', central, note: variable.name });
  },
);

export const changeSysvar = useCase(
  'operator',
  async (
    needs: SysvarWriting,
    caller: Caller,
    request: Scope & { readonly name: string; readonly change: VariableChange },
  ): Promise<void> => {
    const { change } = request;
    const variable = getSysvar(needs, request.name, request);
    checkBounds({ min: change.min ?? variable.min, max: change.max ?? variable.max });
    checkAssignment(needs.house, variable.central, change.channelAddress);
    const newName = change.name;
    if (newName !== undefined && newName !== variable.name) {
      const others = needs.hub.sysvars({ central: variable.central });
      if (others.some(({ name }) => name === newName)) throw nameTaken(newName);
    }
    await needs.variables.changeVariable(variable.central, variable.name, change);
    recordChange(needs, caller, {
      action: 'sysvar_change',
      central: variable.central,
      note: variable.name,
      changes: Object.entries(change).map(([parameter, after]) => ({ parameter, after })),
    });
  },
);

export const deleteSysvar = useCase(
  'operator',
  async (needs: SysvarWriting, caller: Caller, request: Scope & { readonly name: string }): Promise<void> => {
    const variable = getSysvar(needs, request.name, request);
    await needs.variables.deleteVariable(variable.central, variable.name);
    recordChange(needs, caller, { action: 'sysvar_delete', central: variable.central, note: variable.name });
  },
);

export async function sysvarUsage(
  needs: SysvarWriting,
  request: Scope & { readonly name: string },
): Promise<{ readonly central: string; readonly name: string; readonly programs: readonly ProgramReference[] }> {
  const { central, name } = getSysvar(needs, request.name, request);
  return { central, name, programs: await needs.variables.variableUsage(central, name) };
}

/** Reads the variables of one CCU or of all anew. */
export async function fetchSysvars(needs: SysvarWriting, scope: Scope): Promise<void> {
  await Promise.all(
    chooseCentrals(needs.house, scope.central).map((central) => needs.variables.refreshVariables(central)),
  );
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
