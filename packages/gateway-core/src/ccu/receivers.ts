import type { Ccu, RssiEntry } from '@ccu-gateway/ccu-client';
import { signalStrength } from '@ccu-gateway/device-model';
import type { ReceiverControl, ReceiverSignal, Reception } from '../families/devices/receivers.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

type Description = ReturnType<Ccu['listDevices']>[number];

/** More than any CCU serves. */
const MAX_RECEIVERS = 32;
/** Bit of `FLAGS` of devices that cannot be deleted: teams and virtual remotes. */
const UNDELETABLE = 8;
/** Some firmware lists the signals of the CCU's own module under this name instead of its address. */
const OWN_MODULE = 'BidCoS-RF';

/**
 * Radio gateways of CCUs.
 *
 * @example
 * const receivers = createReceiverControl(centrals);
 */
export function createReceiverControl(centrals: ConnectedCcus): ReceiverControl {
  const receivers: ReceiverControl['receivers'] = async (central, interfaceName) => {
    const modules = await askCcu(() => connectedCcu(centrals, central).radioModules(interfaceName));
    return modules
      .filter(({ address }) => address !== '')
      .slice(0, MAX_RECEIVERS)
      .map(({ address, description, type, connected, isDefault, dutyCycle }) => ({
        ...{ address, description, type, connected, isDefault },
        ...(dutyCycle === undefined ? {} : { dutyCycle }),
      }));
  };

  const reception: ReceiverControl['reception'] = async ({ central, interfaceName, address }) => {
    const described = connectedCcu(centrals, central).listDevices(interfaceName);
    return receptionIn(described.find(({ ADDRESS }) => ADDRESS === address));
  };

  return {
    receivers,
    reception,
    async receptionNow(at) {
      await askCcu(() => connectedCcu(centrals, at.central).rescan(at.interfaceName));
      return await reception(at);
    },
    async matrix(central, interfaceName) {
      const ccu = connectedCcu(centrals, central);
      const known = await receivers(central, interfaceName);
      const signal = signalsOf(await askCcu(() => ccu.rssi(interfaceName)));
      const devices = ccu.listDevices(interfaceName).flatMap((description) => {
        const address = description.ADDRESS;
        const received = receptionIn(description);
        const signals = known.map((receiver) => ({
          receiver: receiver.address,
          ...(signal(address, receiver.address) ?? (receiver.isDefault ? signal(address, OWN_MODULE) : undefined)),
        }));
        return received === undefined ? [] : [{ address, ...received, signals }];
      });
      return { receivers: known, devices };
    },
    move: ({ central, interfaceName, address }, { receiver, roaming }) =>
      askCcu(() => connectedCcu(centrals, central).setReceiver(interfaceName, address, receiver, roaming)),
  };
}

function receptionIn(description: Description | undefined): Reception | undefined {
  if (description === undefined) return undefined;
  const { PARENT: parent, INTERFACE: receiver, ROAMING: roaming = 0, FLAGS: flags = 0 } = description;
  if (parent || !receiver || (flags & UNDELETABLE) !== 0) return undefined;
  return { receiver, roaming: roaming !== 0 };
}

/** Finds the signals of a device and a gateway, in whichever order the CCU names them. */
function signalsOf(
  entries: readonly RssiEntry[],
): (device: string, receiver: string) => Omit<ReceiverSignal, 'receiver'> | undefined {
  const found = new Map<string, Omit<ReceiverSignal, 'receiver'>>();
  for (const { device, peer, heardByDevice, heardByPeer } of entries) {
    const [there, back] = [signalStrength(heardByDevice), signalStrength(heardByPeer)];
    found.set(`${device} ${peer}`, { heardByDevice: there, heardByReceiver: back });
    const turned = `${peer} ${device}`;
    if (!found.has(turned)) found.set(turned, { heardByDevice: back, heardByReceiver: there });
  }
  return (device, receiver) => found.get(`${device} ${receiver}`);
}
