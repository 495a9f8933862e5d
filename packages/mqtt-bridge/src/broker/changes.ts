import type { BrokerState } from './broker.js';
import type { BrokerFault } from './fault.js';
import type { ProtocolVersion } from './settings.js';

/** State changes of a broker in the events of the gateway. */
export type BrokerChange =
  | { readonly state: 'connected'; readonly version: ProtocolVersion }
  | { readonly state: 'disconnected'; readonly fault: BrokerFault };

/** Reports each connection, and each failure that differs from the last one, because the bridge retries for ever. */
export function createChangeWatch(changed: (change: BrokerChange) => void): (state: BrokerState) => void {
  let told = '';
  let lastFault: BrokerFault | undefined;
  let refusals = 0;
  return ({ state, fault, version }) => {
    if (state === 'connected' && version !== undefined) {
      refusals = 0;
      told = '';
      changed({ state, version });
      return;
    }
    // One failure is reported more than once.
    if (state !== 'waiting' || fault === undefined || fault === lastFault) return;
    lastFault = fault;
    refusals = fault.kind === 'protocol' ? refusals + 1 : 0;
    const news = `${fault.kind} ${fault.message}`;
    // A broker of 3.1.1 is asked in MQTT 5 first; that is no failure.
    if (refusals === 1 || news === told) return;
    told = news;
    changed({ state: 'disconnected', fault });
  };
}
