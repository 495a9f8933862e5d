import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { Log } from '../ports/log.js';
import type { SystemControl } from '../ports/system.js';
import { GatewayError } from '../use-case/errors.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

export interface FirmwareInstallDeps {
  readonly centrals: ConnectedCcus;
  readonly house: Pick<HouseModel, 'systemUpdates'>;
  readonly syncs: { installing(central: string, on: boolean): void };
  readonly log: Log;
}

/**
 * Has CCUs install their firmware, each at most once at a time, and shows it while it lasts.
 *
 * @example
 * const installUpdate = createFirmwareInstall({ centrals, house, syncs, log });
 */
export function createFirmwareInstall(deps: FirmwareInstallDeps): SystemControl['installUpdate'] {
  const { centrals, house, syncs, log } = deps;
  const running = new Set<string>();

  /** What is shown may be hours old, so that there is nothing newer is asked for again. */
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

  async function follow(central: string, finished: Promise<void>): Promise<void> {
    try {
      await finished;
      log.info('the CCU restarts with its new firmware', { central });
    } catch (error) {
      log.warn('the CCU did not install its firmware', {
        central,
        reason: isCcuError(error) ? error.message : 'unknown',
      });
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
