import type { JsonSession } from '../json/session.js';
import { CcuError, isCcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import { findByAddress, readDevices, readGroups, readPrograms, readVariables } from './json-answers.js';
import type { LocalTime } from './local-time.js';
import type { ReGaScriptArgs, ReGaScriptName, ReGaScriptRow } from './scripts/index.js';

type Substitutes = {
  readonly [N in ReGaScriptName]?: (
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ) => Promise<readonly ReGaScriptRow<N>[]>;
};

/**
 * What some scripts do, done with the CCU's own JSON-RPC methods: for a CCU that runs no scripts for us. It is slower,
 * breaks on names with braces, and knows neither descriptions nor times of variables. For everything else there is no other
 * way, which is said as `unsupported`.
 */
export interface WithoutScripts {
  run<N extends ReGaScriptName>(
    name: N,
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ): Promise<readonly ReGaScriptRow<N>[]>;
}

/** The CCU needs one process per device for the list, so rooms, functions and names share one. */
const DEVICES_KEPT_MS = 60_000;

export function createWithoutScripts(deps: {
  readonly session: JsonSession;
  readonly now: Now;
  readonly localTime: LocalTime;
}): WithoutScripts {
  const { session, now, localTime } = deps;
  let devices: { readonly at: number; readonly list: ReturnType<typeof readDevices> } | undefined;

  /** The CCU's own scripts answer nothing where the logic layer does not run, which their methods tell as an empty list. */
  async function list(method: string, signal?: AbortSignal): Promise<unknown> {
    const answer = await session.call(method, {}, signal);
    const isEmpty = Array.isArray(answer) && answer.length === 0;
    if (isEmpty && (await session.hasLogicLayer(signal)) === false) {
      throw new CcuError('booting', 'the logic layer of the CCU does not run');
    }
    return answer;
  }

  async function listDevices(signal?: AbortSignal): Promise<ReturnType<typeof readDevices>> {
    const age = devices === undefined ? Number.POSITIVE_INFINITY : now() - devices.at;
    if (devices === undefined || age < 0 || age > DEVICES_KEPT_MS) {
      devices = { at: now(), list: readDevices(await list('Device.listAllDetail', signal)) };
    }
    return devices.list;
  }

  const addressesById = async (signal?: AbortSignal) =>
    new Map((await listDevices(signal)).map(({ id, address }) => [id, address]));

  const programs = async (signal?: AbortSignal) => readPrograms(await list('Program.getAll', signal), localTime);

  async function program(id: number, signal?: AbortSignal) {
    const found = (await programs(signal)).find((each) => each.id === id);
    if (found === undefined) throw new CcuError('not_found', 'the CCU does not know it');
    return found;
  }

  async function variables(signal?: AbortSignal) {
    return readVariables(await list('SysVar.getAll', signal), await addressesById(signal));
  }

  async function variable(name: string, signal?: AbortSignal) {
    const found = (await variables(signal)).find((each) => each.name === name);
    if (found === undefined) throw new CcuError('not_found', 'the CCU does not know it');
    return found;
  }

  /** One name with an unbalanced brace spoils a whole list; asked for one by one, only that entry is missing. */
  async function oneByOne(object: 'Room' | 'Subsection', signal?: AbortSignal): Promise<readonly unknown[]> {
    const ids = await session.call(`${object}.listAll`, {}, signal);
    const entries: unknown[] = [];
    for (const id of Array.isArray(ids) ? ids : []) {
      entries.push(
        await session.call(`${object}.get`, { id: String(id) }, signal).catch((error) => {
          if (!isUnreadable(error)) throw error;
          return null;
        }),
      );
    }
    return entries;
  }

  const substitutes: Substitutes = {
    names: async (_, signal) => [...(await listDevices(signal))],
    async rename({ address, name }, signal) {
      const found = findByAddress(await listDevices(signal), address);
      if (found === undefined) throw new CcuError('not_found', 'the CCU does not know it');
      const { id } = found;
      const method = found.kind === 'D' ? 'Device.setName' : 'Channel.setName';
      const answer = await session.call(method, { id: String(id), name }, signal);
      devices = undefined;
      // The answer is the name that the object has now, which is nothing where the object is gone.
      const became = String(answer);
      if (became === '') throw new CcuError('not_found', 'the CCU does not know it');
      return [{ id, name: became }];
    },
    async groups({ kind }, signal) {
      const object = kind === 'rooms' ? 'Room' : 'Subsection';
      const all = await list(`${object}.getAll`, signal).catch((error) => {
        if (!isUnreadable(error)) throw error;
        return oneByOne(object, signal);
      });
      return readGroups(all, await addressesById(signal));
    },
    programs: (_, signal) => programs(signal),
    async program_run({ id, checkConditions }, signal) {
      const { active } = await program(id, signal);
      if (checkConditions && !active) return [{ executed: false }];
      checkDone(await session.call('Program.execute', { id: String(id) }, signal));
      return [{ executed: true }];
    },
    async variables({ name }, signal) {
      return (await variables(signal)).filter((each) => name === undefined || each.name === name);
    },
    // Neither when nor how often they were raised is known.
    async alarm_messages(_, signal) {
      return (await variables(signal))
        .filter(({ type, value }) => type === 'ALARM' && value === true)
        .map(({ id, name, description }) => ({ id, name, description, counter: 1, firstAt: 0, lastAt: 0 }));
    },
    async variable_set({ name, value }, signal) {
      const { id, type } = await variable(name, signal);
      if (typeof value === 'boolean') {
        const answer = await session.call('SysVar.setBool', { ...byId(id), value: Number(value) }, signal);
        // Of an alarm it says whether a message came up: -1 for one that went off, and for one that was on before.
        if (type !== 'ALARM') checkDone(answer);
        else if (((await variable(name, signal)).value ?? false) !== value) throw notDone();
      } else if (typeof value === 'number' && type === 'NUMBER') {
        checkDone(await session.call('SysVar.setFloat', { ...byId(id), value }, signal));
      } else throw noOtherWay();
      return [{ id }];
    },
    async variable_delete({ name }, signal) {
      const { id } = await variable(name, signal);
      checkDone(await session.call('SysVar.deleteSysVarByName', byId(id), signal));
      return [{ id }];
    },
  };

  return {
    async run(name, args, signal) {
      const substitute = substitutes[name];
      if (substitute === undefined) throw noOtherWay();
      return await substitute(args, signal);
    },
  };
}

/** The CCU's own script broke on what it had to answer. */
function isUnreadable(error: unknown): boolean {
  return isCcuError(error) && error.faultCode === 200;
}

/** These methods answer `false` or -1, and no error, for what they did not do. */
function checkDone(answer: unknown): void {
  if ([false, 'false', -1, '-1'].includes(answer as never)) throw notDone();
}

function notDone(): CcuError {
  return new CcuError('fault', 'the CCU did not do it');
}

/**
 * These methods look the "name" up among all objects, and take digits for an id. The id in its place cannot hit a device of
 * that name, nor another variable.
 */
const byId = (id: number) => ({ name: String(id) });

function noOtherWay(): CcuError {
  return new CcuError('unsupported', 'the CCU refuses scripts, and there is no other way to do that');
}
