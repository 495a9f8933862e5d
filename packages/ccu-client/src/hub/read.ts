import type { ServiceMessage, SystemVariable, VariableType } from '../hub-model.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';

const TYPES: ReadonlySet<string> = new Set<VariableType>(['ALARM', 'LOGIC', 'LIST', 'NUMBER', 'INTEGER', 'STRING']);

export function toVariable(row: ReGaScriptRow<'variables'>): SystemVariable {
  return {
    ...row,
    type: TYPES.has(row.type) ? (row.type as VariableType) : 'STRING',
    valueList: row.valueList === '' ? [] : row.valueList.split(';'),
  };
}

const KINDS: readonly ServiceMessage['kind'][] = [
  'generic',
  'sticky',
  'config_pending',
  'alarm',
  'update_pending',
  'communication',
];

/** The object is called `AL-ADDRESS:n.PARAMETER`. */
export function toServiceMessage(row: ReGaScriptRow<'service_messages'>): ServiceMessage {
  const name = row.name.replace(/^AL-/, '');
  const dot = name.lastIndexOf('.');
  return {
    ...row,
    name,
    address: dot < 0 ? name : name.slice(0, dot),
    parameter: dot < 0 ? '' : name.slice(dot + 1),
    kind: KINDS[row.kind] ?? 'generic',
  };
}
