import { readRadioModules } from '../connection/radio.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import type { DeviceServiceMessage, RssiEntry } from '../model/operations-model.js';
import { isStruct } from '../rpc/descriptions.js';
import { type Caller, withoutMethod } from './caller.js';
import type { Operations } from './operations.js';

/** BidCos writes 65536, HmIP the lowest number of a signed byte, with or without its sign. */
const RSSI_UNKNOWN: ReadonlySet<number> = new Set([0, 128, -128, 65_535, 65_536]);

/** Reads of radio state and of devices. */
export function radioOperations({
  ask,
}: Caller): Pick<
  Operations,
  | 'rssi'
  | 'radioModules'
  | 'setReceiver'
  | 'deviceServiceMessages'
  | 'suppressServiceMessages'
  | 'suppressedServiceMessages'
> {
  return {
    async rssi(name) {
      return readRssi(await ask(name, ({ rssi }) => rssi, 'rssiInfo').catch(withoutMethod(name, 'rssiInfo')));
    },
    async radioModules(name) {
      const method = 'listBidcosInterfaces';
      return readRadioModules(await ask(name, ({ radio }) => radio, method).catch(withoutMethod(name, method)));
    },
    async setReceiver(name, deviceAddress, receiver, roaming) {
      const method = 'setBidcosInterface';
      const params = [deviceAddress, receiver, roaming];
      await ask(name, ({ receivers }) => receivers, method, params).catch(withoutMethod(name, method));
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

/** Pairs of radio partners: more than every device of a full interface has with a dozen others. */
const MAX_PAIRS = 20_000;

function readRssi(value: WireValue): readonly RssiEntry[] {
  if (!isStruct(value)) return [];
  const entries: RssiEntry[] = [];
  const known = (level: WireValue | undefined) =>
    typeof level === 'number' && !RSSI_UNKNOWN.has(level) ? level : undefined;
  for (const [device, peers] of Object.entries(value)) {
    for (const [peer, pair] of isStruct(peers) ? Object.entries(peers) : []) {
      if (!Array.isArray(pair)) continue;
      if (entries.length === MAX_PAIRS) return entries;
      const [byDevice, byPeer] = pair as readonly WireValue[];
      entries.push({ device, peer, heardByDevice: known(byDevice), heardByPeer: known(byPeer) });
    }
  }
  return entries;
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
