import { CcuError } from '../model/errors.js';
import type { NewSysvar, Program, Sysvar, SysvarChange, WaitOptions } from '../model/hub-model.js';
import type { ScriptValue } from '../rega/language/output.js';
import type { ReGaRunner } from '../rega/runner.js';
import { checkedName } from './checked-name.js';
import { toSysvar } from './read.js';

/** System variables. */
export interface SysvarCalls {
  sysvars(options?: WaitOptions): Promise<readonly Sysvar[]>;
  /** Enums take the index or the text. Resolves with the resulting variable. */
  setSysvar(name: string, value: boolean | number | string): Promise<Sysvar>;
  /** Rejects with `conflict` when the name exists. */
  createSysvar(variable: NewSysvar): Promise<{ readonly id: number; readonly name: string }>;
  /**
   * Resolves with the new name of the variable. Rejects with `unerasable` for properties of the CCU's own variables.
   */
  changeSysvar(name: string, change: SysvarChange): Promise<string>;
  deleteSysvar(name: string): Promise<void>;
  /** Programs that use the variable. */
  sysvarUsage(name: string): Promise<readonly Program[]>;
}

export function sysvarCalls(rega: ReGaRunner): SysvarCalls {
  async function variable(name: string): Promise<Sysvar> {
    const row = (await rega.run('variables', { name }))[0];
    if (row === undefined) throw new CcuError('not_found', 'the CCU does not know that variable');
    return toSysvar(row);
  }

  return {
    async sysvars({ signal } = {}) {
      return (await rega.run('variables', {}, signal)).map(toSysvar);
    },
    async setSysvar(name, value) {
      const before = await variable(name);
      const wanted = settable(before, value);
      await rega.run('variable_set', { name, value: wanted });
      // It was set, even if it cannot be read back now.
      return await variable(name).catch(() => ({ ...before, value: wanted }));
    },
    async createSysvar(wanted) {
      checkSysvar(wanted);
      const name = checkedName(wanted.name);
      return { id: (await rega.run('variable_create', { ...wanted, name }))[0]?.id ?? 0, name };
    },
    async changeSysvar(name, change) {
      checkSysvar(change);
      const wanted = change.name === undefined ? change : { ...change, name: checkedName(change.name) };
      await rega.run('variable_change', { name, change: wanted });
      return wanted.name ?? name;
    },
    async deleteSysvar(name) {
      await rega.run('variable_delete', { name });
    },
    async sysvarUsage(name) {
      const used = new Set((await rega.run('variable_usage', { name })).map(({ programId }) => programId));
      return (await rega.run('programs', {})).filter(({ id }) => used.has(id));
    },
  };
}

function checkSysvar(variable: NewSysvar | SysvarChange): void {
  if (variable.valueList?.some((text) => text.includes(';')) === true) {
    throw new CcuError('invalid_argument', 'the texts of a list contain no semicolon');
  }
}

/** The value as the script language wants it, checked against the variable. */
function settable(variable: Sysvar, value: ScriptValue): ScriptValue {
  const refuse = (what: string) => new CcuError('invalid_argument', `the variable takes ${what}`);
  switch (variable.type) {
    case 'ALARM':
    case 'LOGIC':
      if (typeof value === 'boolean') return value;
      throw refuse('true or false');
    case 'STRING':
      if (typeof value === 'string') return value;
      throw refuse('text');
    case 'LIST': {
      const index = typeof value === 'string' ? variable.valueList.indexOf(value) : value;
      if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < variable.valueList.length) {
        return index;
      }
      throw refuse('one of its options');
    }
    case 'NUMBER':
    case 'INTEGER': {
      if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse('a number');
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = variable;
      if (max > min && (value < min || value > max)) throw refuse(`${min} to ${max}`);
      return value;
    }
  }
}
