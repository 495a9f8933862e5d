import type { SharedEventStream } from '@ccu-gateway/event-stream';
import type { FleetHealth, HeardHolders, LeaseKeeper, MemberInfo, Presence } from '@ccu-gateway/fleet';
import type { GatewayCallFigures } from '@ccu-gateway/gateway-core/use-cases';

/** Sources of the view of a fleet. */
export interface FleetParts {
  /** Of the fleet. */
  readonly name: string;
  readonly self: Pick<MemberInfo, 'id' | 'name' | 'protocol'>;
  /** How each way to the broker is. */
  readonly health: () => readonly FleetHealth[];
  /** Names under which the fleet has another CCU than the one of this gateway. */
  readonly otherCcus: () => readonly string[];
  /** State of the table of requests that have a key. */
  readonly requests: () => FleetHealth;
  /** Undefined until this gateway takes part. */
  readonly presence: () => Pick<Presence, 'members' | 'seen'> | undefined;
  readonly heard: Pick<HeardHolders, 'look'>;
  readonly keeper: Pick<LeaseKeeper, 'leases'>;
  readonly stream: Pick<SharedEventStream, 'epoch' | 'seq' | 'outage'> & {
    metrics(): { readonly logPending: number };
  };
  /** The CCUs of the fleet. */
  readonly centrals: () => readonly string[];
  /** Returns true when any gateway holds a CCU, as of the last check. */
  readonly hasHolder: (central: string) => boolean;
  /** State of the copy of a CCU at this gateway. */
  readonly copyOf: (central: string) => 'held' | 'following' | 'missing';
  /** Key of the lease of a CCU. */
  readonly leaseKey: (central: string) => string;
  /** The newest number of the log at the last check. */
  readonly lastSeq?: () => number | undefined;
  readonly calls?: () => GatewayCallFigures;
}

/** State of the connection with the broker: a part that must not be used counts more than one that does not answer. */
export function brokerHealth({ health }: Pick<FleetParts, 'health'>): FleetHealth {
  const all = health();
  const stateIs = (wanted: FleetHealth['state']) => all.find(({ state }) => state === wanted);
  return stateIs('refused') ?? stateIs('outage') ?? { state: 'connected' };
}

/** The token of a term of this gateway, by the key of its lease. */
export const ownTokens = ({ keeper }: Pick<FleetParts, 'keeper'>): ReadonlyMap<string, number> =>
  new Map(keeper.leases.flatMap(({ key, term }) => (term === undefined ? [] : [[key, term.token] as const])));

/** Gateways that were there a moment ago and speak another protocol. */
export const strangersOf = ({ presence, self }: Pick<FleetParts, 'presence' | 'self'>) =>
  (presence()?.seen ?? []).filter(({ protocol }) => protocol !== self.protocol);

/** Events of the log that this gateway does not have; undefined where the log was not checked yet. */
export function lagOf({ stream, lastSeq }: Pick<FleetParts, 'stream' | 'lastSeq'>): number | undefined {
  const newest = lastSeq?.();
  return newest === undefined ? undefined : Math.max(0, newest - stream.seq);
}
