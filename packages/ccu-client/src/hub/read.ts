import type { ServiceMessage, Sysvar, SysvarType } from '../model/hub-model.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';

const TYPES: ReadonlySet<string> = new Set<SysvarType>(['ALARM', 'LOGIC', 'LIST', 'NUMBER', 'INTEGER', 'STRING']);

export function toSysvar(row: ReGaScriptRow<'variables'>): Sysvar {
  return {
    ...row,
    type: TYPES.has(row.type) ? (row.type as SysvarType) : 'STRING',
    valueList: row.valueList === '' ? [] : row.valueList.split(';'),
  };
}

/** Kind of a message, from its parameter; the type of the CCU's object is only a category. */
export function messageKind(parameter: string): ServiceMessage['kind'] {
  if (parameter.startsWith('STICKY_')) return 'sticky';
  if (parameter === 'CONFIG_PENDING') return 'config_pending';
  if (parameter === 'UPDATE_PENDING') return 'update_pending';
  if (parameter === 'UNREACH') return 'communication';
  return /SABOTAGE|ALARM/.test(parameter) ? 'alarm' : 'generic';
}

/** The object is called `AL-ADDRESS:n.PARAMETER`, with `-INDEX` behind it where the parameter is one of several states. */
export function toServiceMessage(row: ReGaScriptRow<'service_messages'>): ServiceMessage {
  const name = row.name.replace(/^AL-/, '').replace(/-\d+$/, '');
  const dot = name.lastIndexOf('.');
  const parameter = dot < 0 ? '' : name.slice(dot + 1);
  return { ...row, name, address: dot < 0 ? name : name.slice(0, dot), parameter, kind: messageKind(parameter) };
}
