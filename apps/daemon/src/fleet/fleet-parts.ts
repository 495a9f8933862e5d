import type { SharedEventStream } from '@ccu-gateway/event-stream';
import type { FleetHealth, LeaseKeeper, LeaseTable, MemberInfo, Presence } from '@ccu-gateway/fleet';
import type { FleetCallFigures } from '@ccu-gateway/gateway-core';

/** What this gateway has of a CCU that another one holds. Everything up to `seq` is in the copy. */
export type CopyState = { readonly state: 'following'; readonly seq: number } | { readonly state: 'missing' };

/** What a fleet is shown from. */
export interface FleetParts {
  /** Of the fleet. */
  readonly name: string;
  readonly self: Pick<MemberInfo, 'id' | 'name' | 'protocol'>;
  readonly presence: Pick<Presence, 'members' | 'seen' | 'health'>;
  readonly table: Pick<LeaseTable, 'read' | 'health'>;
  readonly keeper: Pick<LeaseKeeper, 'leases'>;
  readonly stream: Pick<SharedEventStream, 'epoch' | 'seq' | 'outage'> & {
    metrics(): { readonly logPending: number };
  };
  /** The CCUs of the fleet. */
  readonly centrals: () => readonly string[];
  /** Undefined where this gateway wants no copy. It is not asked for a CCU that this one holds. */
  readonly copyOf: (central: string) => CopyState | undefined;
  /** Key of the lease of a CCU. Default: its name. */
  readonly leaseKey?: (central: string) => string;
  readonly calls?: () => FleetCallFigures;
}

/** How the way to the broker is: what must not be used counts more than what does not answer. */
export function brokerHealth({ table, presence }: Pick<FleetParts, 'table' | 'presence'>): FleetHealth {
  const order = ['refused', 'outage', 'connected'] as const;
  const all = [table.health, presence.health];
  return order.flatMap((state) => all.find((health) => health.state === state) ?? [])[0] ?? { state: 'connected' };
}

/** The leases that this gateway wants, by key. */
export const wantedLeases = ({ keeper }: Pick<FleetParts, 'keeper'>) =>
  new Map(keeper.leases.map((lease) => [lease.key, lease]));

/** Events of the log that a copy does not have. */
export const lagOf = ({ stream }: Pick<FleetParts, 'stream'>, seq: number) => Math.max(0, stream.seq - seq);

/** Key of the lease of a CCU. */
export const keyOf = ({ leaseKey }: Pick<FleetParts, 'leaseKey'>, central: string) => leaseKey?.(central) ?? central;

/** Gateways that speak another protocol. */
export const strangersOf = ({ presence, self }: Pick<FleetParts, 'presence' | 'self'>) =>
  presence.seen.filter(({ protocol }) => protocol !== self.protocol);
