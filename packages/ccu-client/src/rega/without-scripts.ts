import type { JsonSession } from '../json/session.js';
import { CcuError } from '../model/errors.js';
import { findByAddress } from './json-answers.js';
import { createJsonLists, found, type JsonLists, type JsonListsDeps } from './json-lists.js';
import type { ReGaScriptArgs, ReGaScriptName, ReGaScriptRow } from './scripts/index.js';
import { unerasable } from './unerasable.js';

type Substitutes = {
  readonly [N in ReGaScriptName]?: (
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ) => Promise<readonly ReGaScriptRow<N>[]>;
};

/**
 * Some scripts, replaced by the CCU's own JSON-RPC methods, for a CCU that refuses our scripts. They are slower, break
 * on names with braces, and have neither descriptions nor times of variables. Everything else has no replacement and is
 * `unsupported`.
 */
export interface WithoutScripts {
  run<N extends ReGaScriptName>(
    name: N,
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ): Promise<readonly ReGaScriptRow<N>[]>;
}

/** Makes the substitutes of one CCU. */
export function createWithoutScripts(deps: JsonListsDeps): WithoutScripts {
  const { session } = deps;
  const lists = createJsonLists(deps);
  const substitutes: Substitutes = {
    ...substitutesForNames(session, lists),
    ...substitutesForPrograms(session, lists),
    ...substitutesForSysvars(session, lists),
  };
  return {
    async run(name, args, signal) {
      const substitute = substitutes[name];
      if (substitute === undefined) throw noOtherWay();
      return await substitute(args, signal);
    },
  };
}

function substitutesForNames(session: JsonSession, lists: JsonLists): Substitutes {
  return {
    names: async (_, signal) => [...(await lists.devices(signal))],
    async rename({ address, name }, signal) {
      const { id, kind } = found(findByAddress(await lists.devices(signal), address));
      const method = kind === 'D' ? 'Device.setName' : 'Channel.setName';
      const answer = await session.call(method, { id: String(id), name }, signal);
      lists.forgetDevices();
      // The answer is the name that the object has now, which is nothing where the object is gone.
      const became = String(answer);
      return [{ id, name: found(became === '' ? undefined : became) }];
    },
    groups: ({ kind }, signal) => lists.groups(kind, signal),
  };
}

function substitutesForPrograms(session: JsonSession, lists: JsonLists): Substitutes {
  return {
    programs: (_, signal) => lists.programs(signal),
    async program_run({ id, checkConditions }, signal) {
      const { active } = await lists.program(id, signal);
      if (checkConditions && !active) return [{ executed: false }];
      checkDone(await session.call('Program.execute', { id: String(id) }, signal));
      return [{ executed: true }];
    },
  };
}

function substitutesForSysvars(session: JsonSession, lists: JsonLists): Substitutes {
  return {
    async variables({ name }, signal) {
      return (await lists.sysvars(signal)).filter((each) => name === undefined || each.name === name);
    },
    // Neither when nor how often they were raised is known.
    async alarm_messages(_, signal) {
      return (await lists.sysvars(signal))
        .filter(({ type, value }) => type === 'ALARM' && value === true)
        .map(({ id, name, description }) => ({ id, name, description, counter: 1, firstAt: 0, lastAt: 0 }));
    },
    async variable_set({ name, value }, signal) {
      const { id, type } = await lists.variable(name, signal);
      if (isCounter(id)) throw unerasable();
      if (typeof value === 'boolean') {
        const answer = await session.call('SysVar.setBool', { ...byId(id), value: Number(value) }, signal);
        // For an alarm the answer is true when a message appeared: -1 for one that went off, and for one that was
        // already on.
        if (type !== 'ALARM') checkDone(answer);
        else if (((await lists.variable(name, signal)).value ?? false) !== value) throw notDone();
      } else if (typeof value === 'number' && type === 'NUMBER') {
        checkDone(await session.call('SysVar.setFloat', { ...byId(id), value }, signal));
      } else throw noOtherWay();
      return [{ id }];
    },
    async variable_delete({ name }, signal) {
      const { id } = await lists.variable(name, signal);
      if (isCounter(id) || isBuiltIn(name)) throw unerasable();
      checkDone(await session.call('SysVar.deleteSysVarByName', byId(id), signal));
      return [{ id }];
    },
  };
}

/** Of alarm and service messages, on every CCU. */
const isCounter = (id: number) => id === 40 || id === 41;

/** The CCU came with it; these methods do not list which objects it keeps. */
const isBuiltIn = (name: string) => name.startsWith('${sysVar');

/** These methods answer `false` or -1, and no error, for work they did not do. */
function checkDone(answer: unknown): void {
  if ([false, 'false', -1, '-1'].includes(answer as never)) throw notDone();
}

function notDone(): CcuError {
  return new CcuError('fault', 'the CCU did not do it');
}

/**
 * These methods search all objects for the "name", and take digits as an id. An id in its position cannot match a
 * device of that name, nor another variable.
 */
const byId = (id: number) => ({ name: String(id) });

function noOtherWay(): CcuError {
  return new CcuError('unsupported', 'the CCU refuses scripts, and there is no other way to do that');
}
