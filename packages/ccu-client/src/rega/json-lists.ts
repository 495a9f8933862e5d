import type { JsonSession } from '../json/session.js';
import { CcuError, isCcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import { readDevices, readGroups, readPrograms, readSysvars } from './json-answers.js';
import type { LocalTime } from './local-time.js';

type Devices = ReturnType<typeof readDevices>;
type Programs = ReturnType<typeof readPrograms>;
type Sysvars = ReturnType<typeof readSysvars>;

/** Lists from the CCU's own JSON-RPC methods. */
export interface JsonLists {
  devices(signal?: AbortSignal): Promise<Devices>;
  /** The list of devices is no longer true. */
  forgetDevices(): void;
  programs(signal?: AbortSignal): Promise<Programs>;
  /** Rejects with `not_found`. */
  program(id: number, signal?: AbortSignal): Promise<Programs[number]>;
  sysvars(signal?: AbortSignal): Promise<Sysvars>;
  /** Rejects with `not_found`. */
  variable(name: string, signal?: AbortSignal): Promise<Sysvars[number]>;
  groups(kind: 'rooms' | 'functions', signal?: AbortSignal): Promise<ReturnType<typeof readGroups>>;
}

export interface JsonListsDeps {
  readonly session: JsonSession;
  readonly now: Now;
  readonly localTime: LocalTime;
}

/** Makes the lists of one CCU. */
export function createJsonLists({ session, now, localTime }: JsonListsDeps): JsonLists {
  const { list: devices, forget: forgetDevices } = createDeviceList(session, now);

  const addressesById = async (signal?: AbortSignal) =>
    new Map((await devices(signal)).map(({ id, address }) => [id, address]));

  const programs = async (signal?: AbortSignal) =>
    readPrograms(await listed(session, 'Program.getAll', signal), localTime);

  async function sysvars(signal?: AbortSignal): Promise<Sysvars> {
    return readSysvars(await listed(session, 'SysVar.getAll', signal), await addressesById(signal));
  }

  return {
    devices,
    forgetDevices,
    programs,
    program: async (id, signal) => found((await programs(signal)).find((each) => each.id === id)),
    sysvars,
    variable: async (name, signal) => found((await sysvars(signal)).find((each) => each.name === name)),
    async groups(kind, signal) {
      const object = kind === 'rooms' ? 'Room' : 'Subsection';
      const all = await listed(session, `${object}.getAll`, signal).catch((error) => {
        if (!isUnreadable(error)) throw error;
        return oneByOne(session, object, signal);
      });
      return readGroups(all, await addressesById(signal));
    },
  };
}

/** The object that was asked for. Throws `not_found` where the CCU has none. */
export function found<T>(object: T | undefined): T {
  if (object === undefined) throw new CcuError('not_found', 'the CCU does not know it');
  return object;
}

/** The CCU needs one process per device for the list, so rooms, functions and names share one. */
const DEVICES_KEPT_MS = 60_000;

function createDeviceList(session: JsonSession, now: Now) {
  let devices: { readonly at: number; readonly list: Devices } | undefined;
  return {
    async list(signal?: AbortSignal): Promise<Devices> {
      const age = devices === undefined ? Number.POSITIVE_INFINITY : now() - devices.at;
      if (devices === undefined || age < 0 || age > DEVICES_KEPT_MS) {
        devices = { at: now(), list: readDevices(await listed(session, 'Device.listAllDetail', signal)) };
      }
      return devices.list;
    },
    forget(): void {
      devices = undefined;
    },
  };
}

/** The CCU's own scripts answer nothing where the logic layer does not run, which their methods tell as an empty list. */
async function listed(session: JsonSession, method: string, signal?: AbortSignal): Promise<unknown> {
  const answer = await session.call(method, {}, signal);
  const isEmpty = Array.isArray(answer) && answer.length === 0;
  if (isEmpty && (await session.hasLogicLayer(signal)) === false) {
    throw new CcuError('booting', 'the logic layer of the CCU does not run');
  }
  return answer;
}

/** One name with an unbalanced brace breaks a whole list; with single requests only that entry is missing. */
async function oneByOne(
  session: JsonSession,
  object: 'Room' | 'Subsection',
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
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

/** True when the CCU's own script failed at its answer. */
function isUnreadable(error: unknown): boolean {
  return isCcuError(error) && error.faultCode === 200;
}
