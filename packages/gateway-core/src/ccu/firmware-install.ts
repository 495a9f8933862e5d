import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { SystemControl } from '../families/hub/system.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { incidentSummary } from '../upkeep/incident-words.js';
import type { IncidentRecords } from '../upkeep/incidents.js';
import { GatewayError } from '../use-case/errors.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

export interface FirmwareInstallDeps {
  readonly centrals: ConnectedCcus;
  readonly house: Pick<HouseModel, 'systemUpdates'>;
  readonly syncs: { installing(central: string, on: boolean): void };
  /** Store of incidents; undefined where there is no database. */
  readonly incidents: IncidentRecords | undefined;
  readonly time: Pick<Time, 'now'>;
  readonly log: Logger;
}

/**
 * Has CCUs install their firmware, each at most once at a time, and shows it while it lasts.
 *
 * @example
 * const installUpdate = createFirmwareInstall({ centrals, house, syncs, incidents, time, log });
 */
export function createFirmwareInstall(deps: FirmwareInstallDeps): SystemControl['installUpdate'] {
  const { centrals, house, syncs, incidents, time, log } = deps;
  const running = new Set<string>();

  /** The shown version may be hours old, so "nothing newer" is checked again. */
  async function checkNewer(central: string): Promise<void> {
    const [shown] = house.systemUpdates({ central });
    if (shown?.update_available === true) return;
    const { hub } = connectedCcu(centrals, central);
    const { supported, updateAvailable } = await askCcu(() => hub.firmwareUpdate());
    if (!supported) {
      throw new GatewayError('not_implemented', 'This CCU installs its firmware only from its own web interface', {
        reason: 'unsupported',
      });
    }
    if (!updateAvailable) {
      throw new GatewayError('conflict', `${central} has the newest firmware already`, { reason: 'no_update' });
    }
  }

  /** The request was answered long before; its failure is found among the incidents. */
  async function record(central: string, detail: string): Promise<void> {
    try {
      await incidents?.add({
        at: time.now(),
        central,
        component: central,
        severity: 'warning',
        summary: incidentSummary('system_update_failed'),
        detail,
      });
    } catch (error) {
      log.warn('an incident could not be written down', { error });
    }
  }

  async function follow(central: string, finished: Promise<void>): Promise<void> {
    try {
      await finished;
      log.info('the CCU restarts with its new firmware', { central });
    } catch (error) {
      const reason = isCcuError(error) ? error.message : 'unknown';
      log.warn('the CCU did not install its firmware', { central, reason });
      await record(central, reason);
    } finally {
      running.delete(central);
      syncs.installing(central, false);
    }
  }

  return async (central) => {
    const { hub } = connectedCcu(centrals, central);
    if (running.has(central)) {
      throw new GatewayError('conflict', `${central} is installing its firmware already`, { reason: 'update_running' });
    }
    running.add(central);
    try {
      await checkNewer(central);
      const { finished } = await askCcu(() => hub.installFirmware());
      syncs.installing(central, true);
      void follow(central, finished);
    } catch (error) {
      running.delete(central);
      throw error;
    }
  };
}
