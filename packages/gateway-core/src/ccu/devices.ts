import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { DeviceControl, Labels } from '../families/devices/device-admin.js';
import type { InboxControl } from '../families/devices/inbox.js';
import type { ParamsetAddress, ParamsetReader } from '../families/devices/paramsets.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { groupIds } from './groups.js';
import { askCcu } from './refusal.js';
import { assigning, createNaming, relabel } from './relabel.js';

export interface DeviceControlDeps {
  readonly centrals: ConnectedCcus & { all(): readonly Ccu[] };
  readonly house: Pick<HouseModel, 'channels' | 'dataPoints'>;
  readonly inbox: Pick<InboxControl, 'label'>;
  readonly paramsets: Pick<ParamsetReader, 'readParamset'>;
  readonly time: Time;
  readonly log: Logger;
}

/** Time for the answer of a device. Pages and programs wait for it in one request. */
const TEST_LIMIT_MS = 15_000;
const TEST_LOOK_MS = 500;
/** Values of a device that answered come by another connection than the outcome of its test. */
const TEST_VALUES_MS = 1_500;

/**
 * Operations on whole devices at the CCU.
 *
 * @example
 * const deviceControl = createDeviceControl({ centrals, house, inbox, paramsets, time, log });
 */
export function createDeviceControl({
  centrals,
  house,
  inbox,
  paramsets,
  time,
  log,
}: DeviceControlDeps): DeviceControl {
  const at = (place: ParamsetAddress) => ({
    ccu: connectedCcu(centrals, place.central),
    interfaceName: place.interfaceName,
  });

  /** Channels with a MASTER paramset; the one that was asked for, or all of the device. */
  function configured({ central, address }: ParamsetAddress): readonly string[] {
    const [device = address, channel] = address.split(':');
    const channels = house.channels(device, { central });
    if (!channels.ok) return [];
    return channels.value
      .filter(
        ({ number, paramset_keys: keys }) =>
          keys?.includes('MASTER') && (channel === undefined || String(number) === channel),
      )
      .map((each) => each.address);
  }

  return {
    labelDevice: (central, address, labels) => inbox.label(central, address, labels),
    async labelChannel(central, channelAddress, { name, rooms, functions }: Labels) {
      const { hub } = connectedCcu(centrals, central);
      // Looked up first, so that a name that does not exist leaves everything as it is.
      const roomIds = rooms === undefined ? undefined : await groupIds(hub.rooms, rooms);
      const functionIds = functions === undefined ? undefined : await groupIds(hub.functions, functions);
      const naming = createNaming(hub, log);
      await relabel(hub, [
        ...(name === undefined ? [] : [naming.step(channelAddress, () => name)]),
        ...(roomIds === undefined ? [] : [assigning(hub, 'rooms', channelAddress, roomIds)]),
        ...(functionIds === undefined ? [] : [assigning(hub, 'functions', channelAddress, functionIds)]),
      ]);
      return naming.corrections();
    },
    deleteDevice(place, flags) {
      const { ccu, interfaceName } = at(place);
      return askCcu(() => ccu.deleteDevice(interfaceName, place.address, flags));
    },
    async reload(place) {
      const { ccu, interfaceName } = at(place);
      await askCcu(() => ccu.rescan(interfaceName));
      for (const address of configured(place)) await paramsets.readParamset({ ...place, address, key: 'MASTER' });
    },
    async refreshAll(central) {
      for (const ccu of centrals.all()) {
        if (central !== undefined && ccu.name !== central) continue;
        for (const { interfaceName } of ccu.status()) await askCcu(() => ccu.rescan(interfaceName));
        await askCcu(() => ccu.hub.reloadNames());
      }
    },
    restoreConfig(place) {
      const { ccu, interfaceName } = at(place);
      return askCcu(() => ccu.restoreConfig(interfaceName, place.address));
    },
    async setTeam(place, team) {
      const { ccu, interfaceName } = at(place);
      await askCcu(() => ccu.setTeam(interfaceName, place.address, team));
      // An interface need not report the change of each member.
      await askCcu(() => ccu.rescan(interfaceName));
    },
    test: (place) => testDevice({ hub: connectedCcu(centrals, place.central).hub, house, time }, place),
    updateFirmware(place) {
      const { ccu, interfaceName } = at(place);
      return askCcu(() => ccu.updateFirmware(interfaceName, place.address));
    },
  };
}

/** Resolves with the answer of the device, or at the limit. */
async function testDevice(
  { hub, house, time }: Pick<DeviceControlDeps, 'house' | 'time'> & Pick<Ccu, 'hub'>,
  place: Pick<ParamsetAddress, 'central' | 'address'>,
): ReturnType<DeviceControl['test']> {
  const startedAt = time.now();
  const test = await askCcu(() => hub.startDeviceTest(place.address));
  let answeredAt: number | undefined;
  for (;;) {
    if (answeredAt === undefined && (await askCcu(() => hub.deviceTestPassed(place.address, test)))) {
      answeredAt = time.now();
    }
    const now = time.now();
    if (answeredAt === undefined) {
      if (now - startedAt >= TEST_LIMIT_MS) return { startedAt, endedAt: now };
    } else if (now - answeredAt >= TEST_VALUES_MS || isHeard(house, place, startedAt)) {
      return { startedAt, answeredAt, endedAt: now };
    }
    await new Promise<void>((resolve) => void time.after(TEST_LOOK_MS, resolve));
  }
}

/** Whether a value of that device has arrived since then. */
function isHeard(
  house: DeviceControlDeps['house'],
  { central, address }: Pick<ParamsetAddress, 'central' | 'address'>,
  since: number,
): boolean {
  const channels = house.channels(address, { central });
  if (!channels.ok) return false;
  return channels.value.some(({ number: channel }) => {
    const points = house.dataPoints({ address, channel, central });
    return points.ok && points.value.some(({ last_seen_at: seen = '' }) => Date.parse(seen) >= since);
  });
}
