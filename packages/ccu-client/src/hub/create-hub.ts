import type { JsonSession } from '../json/session.js';
import type { ServiceMessage } from '../model/hub-model.js';
import type { Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { HttpClient } from '../transport/http.js';
import { openBackup } from './backup.js';
import { installFirmware } from './firmware-install.js';
import type { Hub } from './hub.js';
import { messageCalls } from './messages.js';
import { type NameDeps, nameCalls } from './names.js';
import { setPosition } from './position.js';
import { readFirmware, readSystemInfo } from './system.js';
import { sysvarCalls } from './sysvars.js';

export interface HubDeps extends NameDeps {
  readonly session: JsonSession;
  /** The web server of the CCU. */
  readonly http: HttpClient;
  readonly backupTimeoutMs: number;
  readonly timers: Timers;
  readonly timings: Pick<Timings, 'jobLookMs'>;
  /** The serial number also while the logic layer is away. */
  readonly serial: (signal?: AbortSignal) => Promise<string | undefined>;
  /** The CCU has no logic layer at all. */
  readonly isAbsent?: () => boolean;
  /** Messages that the interfaces themselves report. */
  readonly interfaceMessages: (signal?: AbortSignal) => Promise<readonly ServiceMessage[]>;
  /** A device was taken out of the inbox. */
  readonly accepted: (address: string) => void;
}

export function createHub(given: HubDeps, always?: AbortSignal): Hub {
  const deps = { ...given, rega: bound(given.rega, always) };
  const { rega } = deps;
  const names = nameCalls(deps);

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
    async hasPrograms(channelId) {
      return (await deps.session.call('Channel.hasProgramIds', { id: String(channelId) }, always)) === true;
    },
    ...sysvarCalls(rega),
    ...names,
    ...messageCalls(deps),

    inbox: ({ signal } = {}) => rega.run('inbox', {}, signal),
    async acceptInboxDevice(address) {
      await rega.run('inbox_accept', { address });
      deps.accepted(address);
      await names.namesChanged();
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
    setPosition: (longitude, latitude) => setPosition(rega, longitude, latitude),
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
