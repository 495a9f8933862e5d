import { readRadioModules } from '../connection/radio.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import type { DeviceServiceMessage, RssiEntry } from '../model/operations-model.js';
import { isStruct } from '../rpc/descriptions.js';
import type { Caller } from './caller.js';
import type { Operations } from './operations.js';

/** BidCos writes 65536, HmIP the lowest number of a signed byte, with or without its sign. */
const RSSI_UNKNOWN: ReadonlySet<number> = new Set([0, 128, -128, 65_535, 65_536]);

/** Reads of radio state and of devices. */
export function radioOperations({
  ask,
}: Caller): Pick<
  Operations,
  'rssi' | 'radioModules' | 'deviceServiceMessages' | 'suppressServiceMessages' | 'suppressedServiceMessages'
> {
  return {
    async rssi(name) {
      return readRssi(await ask(name, ({ rssi }) => rssi, 'rssiInfo'));
    },
    async radioModules(name) {
      return readRadioModules(await ask(name, ({ radio }) => radio, 'listBidcosInterfaces'));
    },
    async deviceServiceMessages(name) {
      return readMessages(await ask(name, ({ serviceMessages }) => serviceMessages, 'getServiceMessages'));
    },
    async suppressServiceMessages(name, channelAddress, parameter, suppress) {
      const can = ({ suppressMessages }: InterfaceProfile) => suppressMessages;
      await ask(name, can, 'suppressServiceMessages', [channelAddress, parameter, suppress]);
    },
    async suppressedServiceMessages(name) {
      const can = ({ suppressMessages }: InterfaceProfile) => suppressMessages;
      return readMessages(await ask(name, can, 'getSuppressedServiceMessages'));
    },
  };
}

function readRssi(value: WireValue): readonly RssiEntry[] {
  if (!isStruct(value)) return [];
  const known = (level: WireValue | undefined) =>
    typeof level === 'number' && !RSSI_UNKNOWN.has(level) ? level : undefined;
  return Object.entries(value).flatMap(([device, peers]) =>
    isStruct(peers)
      ? Object.entries(peers).flatMap(([peer, pair]) =>
          Array.isArray(pair)
            ? [{ device, peer, heardByDevice: known(pair[0] as WireValue), heardByPeer: known(pair[1] as WireValue) }]
            : [],
        )
      : [],
  );
}

/** Triples of channel, parameter and value; suppressed ones have no value. */
function readMessages(value: WireValue): readonly DeviceServiceMessage[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly WireValue[]).flatMap((item) => {
    if (!Array.isArray(item)) return [];
    const [channelAddress, parameter, shown] = item as readonly WireValue[];
    if (typeof channelAddress !== 'string' || typeof parameter !== 'string') return [];
    return [{ channelAddress, parameter, ...(shown === undefined ? {} : { value: shown }) }];
  });
}
