import type { HouseModel } from '@ccu-gateway/device-model';

const LISTS = ['programs', 'sysvars', 'alarm_messages', 'service_messages', 'inbox', 'rooms', 'functions'] as const;

/** All readable data of a model, as one comparable value. */
export function everything(house: HouseModel): unknown {
  const centrals = house.centralNames();
  return JSON.parse(
    JSON.stringify({
      snapshot: house.snapshot({ include: ['channels', 'data_points'] }),
      lines: [...house.snapshotLines({ include: ['data_points'], shared: true, locale: 'de' })],
      centrals: house.centrals(),
      readiness: centrals.map(house.readiness),
      interfaces: house.interfaces(),
      devices: centrals.flatMap((central) =>
        house.devices({ central }).map(({ address }) => aboutDevice(house, central, address)),
      ),
      lists: LISTS.map((list) => [house.hubUnread(list), house.hubAbsent(list)]),
      programs: house.programs({ includeInternal: true }),
      sysvars: house.sysvars(),
      inbox: house.inbox(),
      messages: [house.alarmMessages(), house.serviceMessages()],
      hub: [house.hubDataPoints(), house.hubMetrics(), house.systemUpdates(), house.installModes()],
      rooms: [house.rooms(), house.functions()],
      places: [house.configurations(), house.links.places()],
      schedules: house.schedules.list(),
      silentKeys: house.centralLinks.silentKeys({}),
      visibility: [house.visibility.list(), house.visibility.candidates({ includeMaster: true })],
      memory: centrals.map((central) => [house.memory.values(central), house.memory.channelFlags(central)]),
    }),
  );
}

function aboutDevice(house: HouseModel, central: string, address: string) {
  const at = { central, address };
  const channels = house.channels(address, { central });
  const customs = house.customDataPoints(address, { central });
  return {
    resolved: house.resolve(address, { central }),
    detail: house.device(address, { central }),
    customs,
    on: customs.ok && customs.value.map(({ name }) => house.planOperation({ ...at, name, operation: 'turn_on' })),
    tilt:
      customs.ok &&
      customs.value.map(({ name }) =>
        house.planOperation({ ...at, name, operation: 'set_tilt_position', params: { tilt_position: 10 } }),
      ),
    master: house.describeParamset({ ...at, key: 'MASTER' }),
    channels:
      channels.ok &&
      channels.value.map(({ number: channel }) => ({
        channel: house.channel({ ...at, channel }),
        points: house.dataPoints({ ...at, channel }),
        calculated: house.calculatedDataPoints({ ...at, channel }),
        groups: house.eventGroups({ ...at, channel }),
        flags: house.channelFlags({ ...at, channel }),
        linkable: house.links.linkable({ ...at, channel }, 'sender'),
        forms: [house.describeParamset({ central, address: `${address}:${channel}`, key: 'VALUES' })],
      })),
  };
}
