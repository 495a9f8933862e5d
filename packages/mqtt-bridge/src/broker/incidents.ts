import { incidentSummary } from '@ccu-gateway/gateway-core';
import type { BrokerState } from './broker.js';
import { LARGEST_READ, type Oversized } from './oversized.js';

/** Incident about a broker, for the list of incidents. */
export interface BrokerIncident {
  readonly severity: 'info' | 'warning';
  readonly summary: string;
  readonly detail: string | null;
}

/** A message of the broker that is larger than the bridge reads. The topic is text of another client. */
export const droppedMessage = ({ topic, bytes }: Oversized): BrokerIncident => ({
  severity: 'warning',
  summary: incidentSummary('broker_message_dropped'),
  detail: `${topic.slice(0, NAMED)} (${bytes} bytes; the gateway reads up to ${LARGEST_READ})`,
});

const NAMED = 200;

/** When a broker that was connected is lost, and when it is connected again. */
export function createIncidentWatch(incident: (incident: BrokerIncident) => void): (state: BrokerState) => void {
  let wasConnected = false;
  let wasLost = false;
  return ({ state, fault }) => {
    if (state === 'connected') {
      if (wasLost) incident({ severity: 'info', summary: incidentSummary('broker_restored'), detail: null });
      wasLost = false;
      wasConnected = true;
    } else if (state === 'waiting' && fault !== undefined && wasConnected) {
      wasConnected = false;
      wasLost = true;
      incident({ severity: 'warning', summary: incidentSummary('broker_lost'), detail: fault.message });
    }
  };
}
