import { createEventStream } from '@ccu-gateway/event-stream';
import { type CorePorts, createGatewayCore, type GatewayCore } from '@ccu-gateway/gateway-core';
import type { HouseModel, PlannedWrite } from '../../device-model/src/index.js';
import { value } from '../../device-model/test/house.js';

type Wire = boolean | number | string;

/** A house whose CCU does what it is told, with every kind of thing in it. */
export interface LivingHouse {
  readonly core: GatewayCore;
  /** What was sent to the CCU. */
  readonly writes: readonly PlannedWrite[];
  /** Writes fail with this from now on. */
  fail(error: Error | undefined): void;
  /** The CCU tells a value. */
  say(channelAddress: string, parameter: string, value: Wire): void;
}

export function createLivingHouse(house: HouseModel): LivingHouse {
  const events = createEventStream();
  const writes: PlannedWrite[] = [];
  let failure: Error | undefined;
  const say = (channelAddress: string, parameter: string, wire: Wire) => {
    for (const event of house.apply(value(channelAddress, parameter, wire))) events.publish(event);
  };
  const given: Partial<CorePorts> = {
    house,
    devices: house,
    hub: house,
    events,
    areas: { list: async () => [] } as Partial<CorePorts['areas']> as CorePorts['areas'],
    clock: { now: () => 1 },
    audit: { record: () => undefined, query: async () => [] },
    ccu: {
      async write(write) {
        // A CCU answers in a later turn.
        await new Promise((settle) => setImmediate(settle));
        if (failure !== undefined) throw failure;
        writes.push(write);
        if (write.kind === 'value') say(write.channelAddress, write.parameter, write.value.value);
        else for (const [name, typed] of Object.entries(write.values)) say(write.address, name, typed.value);
      },
    },
  };
  return {
    core: createGatewayCore(given as CorePorts),
    writes,
    say,
    fail(error) {
      failure = error;
    },
  };
}
