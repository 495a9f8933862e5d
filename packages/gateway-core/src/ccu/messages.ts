import type { Ccu, InterfaceName } from '@ccu-gateway/ccu-client';
import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { MessageControl, MessageSource, SuppressedMessage } from '../families/hub/messages.js';
import type { HubPart, HubRefresh } from '../hub/parts.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { inOrder } from '../use-case/steps.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { readBack } from './hub-control.js';
import { askCcu } from './refusal.js';

export interface MessageControlDeps {
  readonly centrals: ConnectedCcus;
  readonly syncs: HubRefresh;
  readonly house: Pick<HouseModel, 'centralNames' | 'device'>;
  readonly time: Pick<Time, 'after'>;
  readonly log: Logger;
}

/** An acknowledged alarm puts its variable back. */
const touchedBy = (kind: 'alarm' | 'service'): readonly HubPart[] =>
  kind === 'alarm' ? ['messages', 'sysvars'] : ['messages'];

/**
 * Acknowledges and suppresses messages; the changed state is read again.
 *
 * @example
 * const messages = createMessageControl({ centrals, syncs, house, time, log });
 */
export function createMessageControl(deps: MessageControlDeps): MessageControl {
  return {
    async acknowledge(central, kind, id) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.acknowledgeMessage(Number(id)));
      await readBack(deps, central, ...touchedBy(kind));
    },
    async acknowledgeAll(central, kind) {
      const { hub } = connectedCcu(deps.centrals, central);
      try {
        return await askCcu(() => hub.acknowledgeAll(kind));
      } finally {
        await readBack(deps, central, ...touchedBy(kind));
      }
    },
    async suppress(source, suppress) {
      const ccu = connectedCcu(deps.centrals, source.central);
      const interfaceName = source.interface;
      const parameters = await parametersOf(ccu, interfaceName, source);
      const one = (parameter: string) => () =>
        askCcu(() => ccu.suppressServiceMessages(interfaceName, source.channel, parameter, suppress));
      try {
        await inOrder(parameters.map((parameter) => ({ what: parameter, run: one(parameter) })));
      } finally {
        await readBack(deps, source.central, 'messages');
      }
    },
    async suppressed({ central }) {
      const names = central === undefined ? deps.house.centralNames() : [central];
      const all: SuppressedMessage[] = [];
      for (const name of names) {
        const ccu = connectedCcu(deps.centrals, name);
        for (const { interfaceName } of ccu.status()) {
          for (const { channelAddress, parameter } of await suppressedOf(ccu, interfaceName)) {
            const device = deps.house.device(channelAddress.split(':')[0] ?? channelAddress, { central: name });
            all.push({
              central: name,
              interface: interfaceName,
              channel: channelAddress,
              parameter,
              ...(device.ok ? { deviceName: device.value.name } : {}),
            });
          }
        }
      }
      return all;
    },
  };
}

/** Without a parameter all of the channel that are suppressed now are meant. */
async function parametersOf(ccu: Ccu, interfaceName: InterfaceName, source: MessageSource): Promise<readonly string[]> {
  if (source.parameter !== undefined) return [source.parameter];
  const suppressed = await askCcu(() => ccu.suppressedServiceMessages(interfaceName));
  return suppressed.filter((each) => each.channelAddress === source.channel).map(({ parameter }) => parameter);
}

/** An interface that has no such thing has nothing suppressed. */
async function suppressedOf(ccu: Ccu, interfaceName: InterfaceName) {
  try {
    return await ccu.suppressedServiceMessages(interfaceName);
  } catch (error) {
    if (isCcuError(error) && error.code === 'unsupported') return [];
    return askCcu(() => Promise.reject(error));
  }
}
