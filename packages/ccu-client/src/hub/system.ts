import type { JsonSession } from '../json/session.js';
import { CcuError } from '../model/errors.js';
import type { FirmwareUpdate, SystemInfo } from '../model/hub-model.js';
import type { Now, Timers } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import { sleep, throwIfAborted } from '../time/wait.js';

/** Sources of the information of a CCU about itself. */
export interface SystemSources {
  readonly timers: Timers;
  readonly now: Now;
  readonly rega: ReGaRunner;
  readonly session: JsonSession;
  /** The serial number also while the logic layer is away. */
  readonly serial: (signal?: AbortSignal) => Promise<string | undefined>;
  /** The CCU has no logic layer at all. */
  readonly isAbsent?: () => boolean;
}

/**
 * Reads the information of the CCU about itself. Every part may be missing; if all are, the first refusal is the
 * answer.
 */
export async function readSystemInfo(
  { rega, session, serial: described, isAbsent }: Pick<SystemSources, 'rega' | 'session' | 'serial' | 'isAbsent'>,
  signal?: AbortSignal,
): Promise<SystemInfo> {
  let firstError: unknown;
  let answered = false;
  const part = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      const value = await work;
      answered = true;
      return value;
    } catch (error) {
      throwIfAborted(signal);
      firstError ??= error;
      return undefined;
    }
  };
  const json = (method: string) => part(session.call(method, {}, signal));
  if (isAbsent?.() === true) {
    const serial = await described(signal);
    return { ...optional('serial', serial), model: 'openccu-lite', interfaces: [] };
  }
  const version = await json('CCU.getVersion');
  const authEnabled = await json('CCU.getAuthEnabled');
  const httpsRedirectEnabled = await json('CCU.getHttpsRedirectEnabled');
  const interfaces = await json('Interface.listInterfaces');
  const row = (await part(rega.run('system_info', {}, signal)))?.[0];
  const serial = await described(signal);
  answered ||= serial !== undefined;
  if (!answered) throw firstError;
  const file = row?.versionFile ?? '';
  return {
    ...optional('serial', serial),
    ...optional('model', inFile(file, 'PRODUCT')),
    ...optional('version', text(version) ?? inFile(file, 'VERSION')),
    ...optional('hostname', text(row?.hostname)),
    ...(authEnabled === undefined ? {} : { authEnabled: yes(authEnabled) }),
    ...(httpsRedirectEnabled === undefined ? {} : { httpsRedirectEnabled: yes(httpsRedirectEnabled) }),
    ...(row === undefined ? {} : { longitude: row.longitude, latitude: row.latitude }),
    ...recoveryOf(file),
    interfaces: Array.isArray(interfaces) ? interfaces.flatMap(readInterface) : [],
  };
}

/** As the condition of the script `recovery_mode`. */
function recoveryOf(file: string): { readonly recoveryMode?: boolean } {
  const version = Number.parseInt(inFile(file, 'VERSION') ?? '', 10);
  if (Number.isNaN(version)) return {};
  return { recoveryMode: version >= 3 && !['oci', 'lxc'].includes(inFile(file, 'PLATFORM') ?? '') };
}

const FIRST_LOOK_MS = 125;
const LOOK_MS = 4_000;
const CHECK_MS = 70_000;
const NEWER = 1;
const CANNOT_CHECK = 5;
const TIMED_OUT = 124;
const VERSIONS = /\b\d+\.\d+\.\d+(?:\.\d+)?\b/g;

/** Asks the product's own check. `supported: false` where it has none. */
export async function readFirmware(sources: SystemSources, signal?: AbortSignal): Promise<FirmwareUpdate> {
  const info = await readSystemInfo(sources, signal);
  const output = await checkFirmware(sources, signal);
  const code = Number(/exit=(\d+)\s*$/.exec(output)?.[1] ?? Number.NaN);
  const current = info.version ?? '';
  if (code === 0) return { current, available: current, updateAvailable: false, supported: true };
  if (code === NEWER) {
    // The installed version may come first; the offered one is the last.
    const available = output.match(VERSIONS)?.at(-1) ?? '';
    return { current, available, updateAvailable: available !== current, supported: true };
  }
  const cannotCheck = code >= CANNOT_CHECK && code !== TIMED_OUT;
  if (cannotCheck) return { current, available: current, updateAvailable: false, supported: false };
  throw new CcuError('script_failed', 'the CCU could not check for a newer version');
}

/** The CCU checks beside its other work; its answer is fetched when it is there. */
async function checkFirmware({ rega, timers, now }: SystemSources, signal?: AbortSignal): Promise<string> {
  const run = Math.abs(Math.floor(now())).toString(36);
  let output = '';
  for (
    let waited = 0, pause = FIRST_LOOK_MS;
    output === '' && waited < CHECK_MS;
    pause = Math.min(2 * pause, LOOK_MS)
  ) {
    if (waited > 0) await sleep(timers, pause, signal);
    waited += pause;
    output = (await rega.run('firmware_check', { run }, signal))[0]?.output ?? '';
  }
  return output;
}

function inFile(file: string, key: string): string | undefined {
  return text(new RegExp(`^${key}=(.*)$`, 'm').exec(file)?.[1]);
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? undefined : trimmed.slice(0, 200);
}

function yes(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

function optional<K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: string };
}

function readInterface(value: unknown): SystemInfo['interfaces'] {
  const { name, port, info } = (value ?? {}) as { name?: unknown; port?: unknown; info?: unknown };
  if (typeof name !== 'string') return [];
  return [
    { type: name, port: Number.isInteger(Number(port)) ? Number(port) : 0, info: typeof info === 'string' ? info : '' },
  ];
}
