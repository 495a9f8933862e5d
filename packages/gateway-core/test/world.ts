import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel } from '@ccu-gateway/device-model';
import { createEventStream, type EventStream } from '@ccu-gateway/event-stream';
import { type CorePorts, createGatewayCore, type GatewayCore } from '../src/index.js';
import type { AuditEntry } from '../src/use-cases/index.js';

/** Address of a switch (channel 3, STATE). */
export const SWITCH = '0001D3C99C0001';

export interface World {
  readonly core: GatewayCore;
  readonly house: HouseModel;
  readonly events: EventStream;
  /** Recorded entries, oldest first. */
  readonly recorded: readonly AuditEntry[];
  /** Sets the variable `Away`, as its CCU reports it. */
  setAway(value: boolean): void;
}

/** An installation with one switch and one variable; its CCU executes every request. */
export function createWorld(): World {
  const house = createHouseModel();
  house.addCentral('ccu1', { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF')] });
  const from = { central: 'ccu1', interfaceName: 'HmIP-RF', at: 1 } as const;
  house.apply({
    ...from,
    type: 'devices_described',
    source: 'NEW',
    complete: true,
    devices: [
      { ADDRESS: SWITCH, TYPE: 'HmIP-PS' },
      { ADDRESS: `${SWITCH}:3`, TYPE: 'SWITCH_VIRTUAL_RECEIVER' },
    ],
    paramsets: { [`${SWITCH}:3`]: { VALUES: { STATE: { TYPE: 'BOOL', OPERATIONS: 7 } } } },
  });
  house.apply({ ...from, type: 'values_loaded', values: [] });
  // Before that, changes are not reported yet.
  const status = { central: 'ccu1', interfaceName: 'HmIP-RF', state: 'connected', connected: true } as const;
  house.apply({ ...from, type: 'link_state', previous: 'loading', status });
  const events = createEventStream();
  const publish = (told: ReturnType<HouseModel['apply']>) => {
    for (const event of told) events.publish(event);
  };
  const recorded: AuditEntry[] = [];
  const given: Partial<CorePorts> = {
    house,
    devices: house,
    hub: house,
    events,
    clock: { now: () => 1 },
    audit: { record: (entry) => void recorded.push(entry), query: async () => recorded },
    ccu: {
      async write(write) {
        if (write.kind !== 'value') return;
        publish(
          house.apply({
            ...from,
            type: 'value',
            channelAddress: `${write.deviceAddress}:${write.channel}`,
            parameter: write.parameter,
            value: write.value.value as boolean,
          }),
        );
      },
    },
  };
  return {
    core: createGatewayCore(given as CorePorts),
    house,
    events,
    recorded,
    setAway(value) {
      publish(house.applyHub('ccu1', { at: 1, sysvars: [{ ...AWAY, value }] }));
    },
  };
}

const AWAY = {
  id: 950,
  name: 'Away',
  type: 'LOGIC',
  description: '',
  unit: '',
  valueList: [],
  valueName0: 'no',
  valueName1: 'yes',
  internal: false,
  visible: true,
  logged: false,
  channelAddress: '',
  changedAt: 1,
} as const;
