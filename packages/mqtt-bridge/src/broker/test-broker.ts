import { connectOnce } from './connection.js';
import { type BrokerFault, faultOf } from './fault.js';
import type { BrokerSettings, ProtocolVersion } from './settings.js';

/** Result of one connection to a broker. */
export type BrokerTest =
  | { readonly connected: true; readonly version: ProtocolVersion }
  | { readonly connected: false; readonly fault: BrokerFault };

/**
 * Connects once, with MQTT 5 and then with 3.1.1, and disconnects. Nothing is published, and there is no last will. A broker
 * that refuses is an answer, not an error. `clientId` must be no id of an open bridge: a broker ends the older of two
 * connections with one id.
 *
 * @example
 * const test = await testBroker(settings, AbortSignal.timeout(15_000));
 * if (!test.connected) console.log(test.fault.message);
 */
export async function testBroker(settings: BrokerSettings, signal: AbortSignal): Promise<BrokerTest> {
  const newest = await connectWith(settings, 5, signal);
  if (newest.connected || signal.aborted) return newest;
  // A broker that supports only 3.1.1 reports that, or closes without an answer.
  const isOlder = newest.fault.kind === 'protocol' || newest.fault.kind === 'closed';
  return isOlder ? await connectWith(settings, 4, signal) : newest;
}

async function connectWith(
  settings: BrokerSettings,
  version: ProtocolVersion,
  signal: AbortSignal,
): Promise<BrokerTest> {
  const unheard = { onDelivery: () => {}, onOversized: () => {}, onEnd: () => {} };
  try {
    const connection = await connectOnce(settings, { version }, unheard, signal);
    await connection.close();
    return { connected: true, version };
  } catch (error) {
    return { connected: false, fault: faultOf(error, settings.url) };
  }
}
