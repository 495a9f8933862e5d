import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';

/** Members of the model that are needed when a holder has gone. */
export type LeftHouse = Pick<HouseModel, 'apply' | 'interfaces' | 'state'>;

/** No gateway is connected with the CCU. Values stay as they were. Returns the events that follow from that. */
export function endConnections(house: LeftHouse, central: string, at: number): readonly ModelEvent[] {
  const mine = house.interfaces({ central }).filter(({ state }) => state !== 'stopped');
  return mine.flatMap(({ name }) => {
    const status = { central, interfaceName: name, state: 'stopped', connected: false } as const;
    return house.apply({ type: 'link_state', central, interfaceName: name, at, status, previous: 'connected' });
  });
}

/**
 * The last event to clients may have reported the CCU as connected, in any state of this process: its end has to be
 * published then.
 */
export function assumeConnected(house: LeftHouse, central: string, at: number): void {
  const mine = house.interfaces({ central }).filter(({ connected }) => !connected);
  for (const { name } of mine) {
    const status = { central, interfaceName: name, state: 'connected', connected: true } as const;
    house.apply({ type: 'link_state', central, interfaceName: name, at, status, previous: 'stopped' });
  }
}

/** The holder of the CCU has gone with the writes that were under way: the previous values stand again. */
export function endWrites(house: LeftHouse, central: string, at: number): readonly ModelEvent[] {
  const devices = house.state.parts(central).flatMap((part) => (part.part === 'devices' ? part.devices : []));
  return devices.flatMap(({ interfaceName, channels }) =>
    channels.flatMap(({ description: { ADDRESS: channelAddress }, points }) =>
      points.flatMap(([parameter, { pending }]) => {
        if (pending === undefined) return [];
        const { value, tacit, mark } = pending;
        if (tacit && mark !== undefined) house.state.endPending({ central, channelAddress, parameter, value, mark });
        if (tacit) return [];
        return house.apply({
          type: 'write_rolled_back',
          ...{ central, interfaceName, at, channelAddress, parameter },
          ...{ paramsetKey: 'VALUES', reason: 'timeout', sent: value },
        });
      }),
    ),
  );
}
