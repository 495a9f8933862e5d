import { afterDoing, CcuError, isCcuError } from '../errors.js';
import type { Groups, Hub } from '../hub.js';
import type { NewVariable, ServiceMessage, SystemVariable, VariableChange } from '../hub-model.js';
import type { JsonSession } from '../json/session.js';
import type { CcuEvent } from '../model.js';
import type { Now, Timers } from '../ports.js';
import type { ScriptValue } from '../rega/output.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { GroupKind } from '../rega/scripts/names.js';
import type { HttpClient } from '../transport/http.js';
import { outsideLatin9 } from '../wire/index.js';
import { openBackup } from './backup.js';
import { installFirmware } from './firmware-install.js';
import { toServiceMessage, toVariable } from './read.js';
import { readFirmware, readSystemInfo } from './system.js';

export interface HubDeps {
  readonly central: string;
  readonly rega: ReGaRunner;
  readonly session: JsonSession;
  /** The web server of the CCU. */
  readonly http: HttpClient;
  readonly backupTimeoutMs: number;
  readonly now: Now;
  readonly timers: Timers;
  readonly emit: (event: CcuEvent) => void;
  /** What was said last is no longer so, and could not be read again. */
  readonly namesOutdated: () => void;
  /** The serial number also while the logic layer is away. */
  readonly serial: (signal?: AbortSignal) => Promise<string | undefined>;
  /** The CCU has no logic layer at all. */
  readonly isAbsent?: () => boolean;
  /** What the interfaces themselves report. */
  readonly interfaceMessages: (signal?: AbortSignal) => Promise<readonly ServiceMessage[]>;
  /** A device was taken out of the inbox. */
  readonly accepted: (address: string) => void;
}

export function createHub(given: HubDeps, always?: AbortSignal): Hub {
  const deps = { ...given, rega: bound(given.rega, always) };
  const { rega } = deps;

  async function variable(name: string): Promise<SystemVariable> {
    const row = (await rega.run('variables', { name }))[0];
    if (row === undefined) throw new CcuError('not_found', 'the CCU does not know that variable');
    return toVariable(row);
  }

  async function reloadNames(): Promise<void> {
    const names = await rega.run('names', {});
    const rooms = await rega.run('groups', { kind: 'rooms' });
    const functions = await rega.run('groups', { kind: 'functions' });
    deps.emit({
      type: 'names_loaded',
      central: deps.central,
      at: deps.now(),
      names: names.map(({ id, address, name }) => ({ address, name, ...(id === 0 ? {} : { iseId: id }) })),
      rooms: rooms.map(({ name, channelAddresses }) => ({ name, channelAddresses })),
      functions: functions.map(({ name, channelAddresses }) => ({ name, channelAddresses })),
    });
  }

  /** The change was made, whether or not it can be read back now. */
  async function namesChanged(): Promise<void> {
    try {
      await reloadNames();
    } catch {
      deps.namesOutdated();
    }
  }

  function groups(kind: GroupKind): Groups {
    return {
      list: ({ signal } = {}) => rega.run('groups', { kind }, signal),
      async create(name) {
        const rows = await rega.run('group_create', { kind, name: checkedName(name) });
        await namesChanged();
        return { id: rows[0]?.id ?? 0 };
      },
      async rename(id, name) {
        await rega.run('group_rename', { kind, id, name: checkedName(name) });
        await namesChanged();
      },
      async remove(id) {
        await rega.run('group_delete', { kind, id });
        await namesChanged();
      },
      async assign(channelAddress, groupIds, { reload = true } = {}) {
        await rega.run('group_assign', { kind, channelAddress, ids: groupIds });
        if (reload) await namesChanged();
      },
    };
  }

  return {
    isPresent: ({ signal } = {}) => deps.session.hasLogicLayer(anyOf(signal, always)),
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

    async variables({ signal } = {}) {
      return (await rega.run('variables', {}, signal)).map(toVariable);
    },
    async setVariable(name, value) {
      const before = await variable(name);
      const wanted = settable(before, value);
      await rega.run('variable_set', { name, value: wanted });
      // It was set, whether or not it can be read back now.
      return await variable(name).catch(() => ({ ...before, value: wanted }));
    },
    async createVariable(wanted) {
      checkVariable(wanted);
      return { id: (await rega.run('variable_create', { ...wanted, name: checkedName(wanted.name) }))[0]?.id ?? 0 };
    },
    async changeVariable(name, change) {
      checkVariable(change);
      const wanted = change.name === undefined ? change : { ...change, name: checkedName(change.name) };
      await rega.run('variable_change', { name, change: wanted });
    },
    async deleteVariable(name) {
      await rega.run('variable_delete', { name });
    },
    async variableUsage(name) {
      const used = new Set((await rega.run('variable_usage', { name })).map(({ programId }) => programId));
      return (await rega.run('programs', {})).filter(({ id }) => used.has(id));
    },

    async hasPrograms(channelId) {
      return (await deps.session.call('Channel.hasProgramIds', { id: String(channelId) }, always)) === true;
    },

    async names({ signal } = {}) {
      return (await rega.run('names', {}, signal)).map(({ kind: _, ...named }) => named);
    },
    async rename(address, name, { reload = true } = {}) {
      const wanted = checkedName(name);
      const became = (await rega.run('rename', { address, name: wanted }))[0]?.name ?? wanted;
      if (reload) await namesChanged();
      return became;
    },
    rooms: groups('rooms'),
    functions: groups('functions'),
    reloadNames,
    namesChanged,

    async serviceMessages({ signal } = {}) {
      try {
        return (await rega.run('service_messages', {}, signal)).map(toServiceMessage);
      } catch (error) {
        if (!isCcuError(error) || error.code !== 'unsupported') throw error;
        return await deps.interfaceMessages(signal);
      }
    },
    alarmMessages: ({ signal } = {}) => rega.run('alarm_messages', {}, signal),
    async acknowledgeMessage(id) {
      await rega.run('message_ack', { id });
    },
    async acknowledgeAll(kind) {
      const ids =
        kind === 'alarm'
          ? (await rega.run('alarm_messages', {})).map(({ id }) => id)
          : (await rega.run('service_messages', {})).filter(({ quittable }) => quittable).map(({ id }) => id);
      for (const [done, id] of ids.entries()) {
        await rega.run('message_ack', { id }).catch((error) => {
          throw afterDoing(error, ids.slice(0, done).map(String));
        });
      }
      return ids.length;
    },

    inbox: ({ signal } = {}) => rega.run('inbox', {}, signal),
    async acceptInboxDevice(address) {
      await rega.run('inbox_accept', { address });
      deps.accepted(address);
      await namesChanged();
    },

    users: ({ signal } = {}) => rega.run('users', {}, signal),
    systemInfo: ({ signal } = {}) => readSystemInfo(deps, signal),
    firmwareUpdate: ({ signal } = {}) => readFirmware(deps, signal),
    installFirmware: ({ signal } = {}) => installFirmware(deps, signal),
    async reboot() {
      await rega.run('reboot', {});
    },
    async powerOff() {
      await rega.run('power_off', {});
    },
    async setPosition(longitude, latitude) {
      if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) {
        throw new CcuError('invalid_argument', 'longitude is -180..180, latitude -90..90');
      }
      const now = (await rega.run('position', { longitude, latitude }))[0];
      const isThere = (wanted: number, shown: number | undefined) => Math.abs(wanted - (shown ?? Number.NaN)) < 0.01;
      if (!isThere(longitude, now?.longitude) || !isThere(latitude, now?.latitude)) {
        throw new CcuError('mismatch', 'the CCU did not take over the position');
      }
      if (now?.stored !== true) {
        throw new CcuError('mismatch', 'the CCU took over the position, and could not keep it for its next start');
      }
    },
    createBackup: ({ signal } = {}) =>
      openBackup({ ...deps, always: given.rega, timeoutMs: deps.backupTimeoutMs }, signal),
  };
}

/** The same scripts, ended by this signal too. */
function bound(rega: ReGaRunner, always: AbortSignal | undefined): ReGaRunner {
  if (always === undefined) return rega;
  return {
    run: (name, args, signal) => rega.run(name, args, anyOf(signal, always)),
  };
}

function anyOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other]);
}

/** The CCU cuts blanks off both ends, so a name with them would look as if another one had become of it. */
function checkedName(name: string): string {
  if (name.trim() === '' || name.length > 256 || /\p{Cc}/u.test(name) || outsideLatin9(name) !== undefined) {
    throw new CcuError('invalid_argument', 'a name is 1 to 256 characters of ISO-8859-15 in one line');
  }
  return name.replace(/^ +| +$/g, '');
}

function checkVariable(variable: NewVariable | VariableChange): void {
  if (variable.valueList?.some((text) => text.includes(';')) === true) {
    throw new CcuError('invalid_argument', 'the texts of a list contain no semicolon');
  }
}

/** The value as the script language wants it, checked against the variable. */
function settable(variable: SystemVariable, value: ScriptValue): ScriptValue {
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
