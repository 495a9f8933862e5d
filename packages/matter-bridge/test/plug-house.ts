import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import { type CorePorts, createGatewayCore, type GatewayCore } from '@ccu-gateway/gateway-core';
import type { AuditEntry, StoredArea } from '@ccu-gateway/gateway-core/use-cases';

const FROM = { central: 'home', interfaceName: 'HmIP-RF', at: 1 } as const;

export interface TestHouse {
  readonly core: GatewayCore;
  readonly recorded: readonly AuditEntry[];
  /** What was sent to the CCU. */
  readonly writes: readonly unknown[];
  /** The gateway reads the CCU. */
  read(): void;
  addPlug(address: string): void;
  removePlug(address: string): void;
  /** The CCU says that a plug is on or off. */
  turn(address: string, on: boolean): void;
  /** The gateway loses its CCU, or has it again. */
  link(isThere: boolean): void;
  /** The CCU reports the room of a plug. */
  putInto(room: string, address: string): void;
  /** The areas are these now. */
  divide(areas: readonly StoredArea[]): void;
  /** Writes fail with this from now on. */
  fail(error: Error | undefined): void;
}

/** A house of plugs, whose CCU does what it is told. Unless it `isRead` the gateway knows none of them yet. */
export function createTestHouse(addresses: readonly string[], { isRead = true } = {}): TestHouse {
  const house = createHouseModel();
  house.addCentral('home', { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF')] });
  const events = createEventStream();
  const publish = (told: ReturnType<HouseModel['apply']>) => {
    for (const event of told) events.publish(event);
  };
  const recorded: AuditEntry[] = [];
  const writes: unknown[] = [];
  let failure: Error | undefined;
  let areas: readonly StoredArea[] = [];
  const say = (address: string, on: boolean) =>
    publish(house.apply({ ...FROM, type: 'value', channelAddress: `${address}:3`, parameter: 'STATE', value: on }));
  const describe = (addresses: readonly string[], complete: boolean) =>
    publish(
      house.apply({
        ...FROM,
        type: 'devices_described',
        source: 'NEW',
        complete,
        devices: addresses.flatMap((address) => [
          { ADDRESS: address, TYPE: 'HmIP-PS' },
          { ADDRESS: `${address}:3`, TYPE: 'SWITCH_VIRTUAL_RECEIVER' },
        ]),
        paramsets: Object.fromEntries(
          addresses.map((address) => [`${address}:3`, { VALUES: { STATE: { TYPE: 'BOOL', OPERATIONS: 7 } } }]),
        ),
      }),
    );
  const status = { central: 'home', interfaceName: 'HmIP-RF', state: 'connected', connected: true } as const;
  const away = { ...status, state: 'disconnected', connected: false } as const;
  const read = () => {
    describe(addresses, true);
    publish(house.apply({ ...FROM, type: 'values_loaded', values: [] }));
    publish(house.apply({ ...FROM, type: 'link_state', previous: 'loading', status }));
  };
  if (isRead) read();
  const given: Partial<CorePorts> = {
    house,
    devices: house,
    hub: house,
    events,
    areas: { list: async () => areas } as Partial<CorePorts['areas']> as CorePorts['areas'],
    clock: { now: () => 1 },
    audit: { record: (entry) => void recorded.push(entry), query: async () => recorded },
    ccu: {
      async write(write) {
        if (failure !== undefined) throw failure;
        writes.push(write);
        if (write.kind === 'value') say(write.deviceAddress, write.value.value === true);
      },
    },
  };
  return {
    core: createGatewayCore(given as CorePorts),
    recorded,
    writes,
    read,
    turn: say,
    link: (isThere) =>
      publish(
        isThere
          ? house.apply({ ...FROM, type: 'link_state', previous: 'disconnected', status })
          : house.apply({ ...FROM, type: 'link_state', previous: 'connected', status: away }),
      ),
    addPlug: (address) => describe([address], false),
    removePlug: (address) => publish(house.apply({ ...FROM, type: 'devices_removed', addresses: [address] })),
    putInto: (name, address) =>
      publish(
        house.apply({
          ...FROM,
          type: 'names_loaded',
          names: [],
          rooms: [{ name, channelAddresses: [`${address}:3`] }],
          functions: [],
        }),
      ),
    divide(next) {
      areas = next;
      const payload = { area_id: 'a' };
      events.publish({ topic: 'system.areas', type: 'areas.changed', kind: 'change', key: 'areas', payload });
    },
    fail: (error) => {
      failure = error;
    },
  };
}
