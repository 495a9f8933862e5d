import type { FleetHealth, Member } from '@ccu-gateway/fleet';
import type { Finding } from '@ccu-gateway/gateway-core/parts';

/** Possible faults of a fleet. */
export interface FleetTrouble {
  readonly broker: FleetHealth;
  /** State of the table of requests that have a key. */
  readonly requests: FleetHealth;
  /** Gateways that speak another protocol. */
  readonly strangers: readonly Pick<Member, 'name' | 'version'>[];
  /** The name of the fleet, and those under which it has another CCU than the one of this gateway. */
  readonly otherCcus: { readonly fleet: string; readonly names: readonly string[] };
  /** CCUs that no gateway holds. */
  readonly unheld: readonly string[];
  /** CCUs that another gateway holds, and of which nothing has arrived here. */
  readonly missing: readonly string[];
}

/** Reports the faults of the fleet, with remedies. Never `unhealthy`, because the gateway goes on serving its data. */
export function fleetFinding({ broker, requests, strangers, otherCcus, unheld, missing }: FleetTrouble): Finding {
  const notes = {
    fleet_refused: broker.state === 'refused' && `${broker.reason}: ${broker.remedy}`,
    fleet_outage:
      broker.state === 'outage' &&
      `the servers of the fleet do not answer (${broker.reason}): CCUs are let go until they do`,
    fleet_requests:
      broker.state === 'connected' &&
      requests.state !== 'connected' &&
      `requests with an Idempotency-Key are refused (${requests.reason})${requests.state === 'refused' ? `: ${requests.remedy}` : ''}`,
    fleet_incompatible:
      strangers.length > 0 &&
      `these gateways speak another protocol: ${strangers.map(({ name, version }) => `${name} (${version})`).join(', ')}. Run one version on all`,
    fleet_other_ccu:
      otherCcus.names.length > 0 &&
      `other gateways know another CCU as ${otherCcus.names.join(', ')}: two fleets are called "${otherCcus.fleet}" on these servers. Give one of them another fleet.name; where the CCU was replaced, remove the bucket "${otherCcus.fleet}-identity" and start this gateway again`,
    fleet_no_holder:
      unheld.length > 0 &&
      `no gateway of the fleet is connected with ${unheld.join(', ')}: start one with fleet.role "all" or "link" that is configured with it`,
    fleet_no_copy:
      missing.length > 0 &&
      `the records of the gateway with ${missing.join(', ')} have not arrived yet: check its log where that lasts`,
  };
  const told = Object.entries(notes).filter((entry): entry is [string, string] => entry[1] !== false);
  const [first] = told;
  if (first === undefined) return { status: 'healthy' };
  return { status: 'degraded', reason: first[0], note: told.map(([, note]) => note).join('. ') };
}
