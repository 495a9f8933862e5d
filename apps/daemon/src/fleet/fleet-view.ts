import type { FleetStatus } from '@ccu-gateway/contract/types';
import type { FleetHealth } from '@ccu-gateway/fleet';
import type { FleetView } from '@ccu-gateway/gateway-core';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { fleetFigures } from './fleet-figures.js';
import { fleetFinding } from './fleet-finding.js';
import { brokerHealth, type FleetParts, keyOf, lagOf, strangersOf, wantedLeases } from './fleet-parts.js';

/** What this gateway sees of its fleet, with words for its health. */
export interface WatchedFleet extends FleetView {
  finding(): Finding;
}

type CentralStatus = FleetStatus['centrals'][number];

/** Shows the parts of a fleet as people and programs ask for them. */
export function createFleetView(parts: FleetParts): WatchedFleet {
  const { name, self, presence, table, stream, centrals, copyOf } = parts;

  function copyStatus(central: string): Pick<CentralStatus, 'copy'> {
    const copy = copyOf(central);
    if (copy === undefined) return {};
    return { copy: copy.state === 'following' ? { ...copy, lag_events: lagOf(parts, copy.seq) } : copy };
  }

  async function status(): Promise<FleetStatus> {
    const { ask, unanswered } = createAsking();
    const leases = wantedLeases(parts);
    async function centralStatus(central: string): Promise<CentralStatus> {
      const key = keyOf(parts, central);
      const { token } = leases.get(key)?.term ?? {};
      // While this gateway may act nobody else may, so that nobody needs to be asked.
      if (token !== undefined) {
        return { central, holder: { id: self.id, name: self.name, token }, copy: { state: 'held' } };
      }
      const record = await ask(table.health, () => table.read(key));
      const holder = record?.state === 'held' && { holder: { id: record.holder, name: record.name } };
      return { central, ...holder, ...copyStatus(central) };
    }
    const [members, all] = await Promise.all([
      ask(presence.health, () => presence.members()),
      Promise.all(centrals().map(centralStatus)),
    ]);
    const known = brokerHealth(parts);
    const reason = unanswered();
    return {
      name,
      self: self.id,
      broker: known.state === 'connected' && reason !== undefined ? { state: 'outage', reason } : known,
      ...(members && {
        members: members.map((member) => ({ ...member, compatible: member.protocol === self.protocol })),
      }),
      centrals: all,
      log: {
        epoch: stream.epoch,
        seq: stream.seq,
        pending: stream.metrics().logPending,
        ...(stream.outage !== undefined && { outage: stream.outage }),
      },
    };
  }

  function finding(): Finding {
    const all = fleetFigures(parts).centrals;
    const missing = all.filter((each) => !each.held && each.holderKnown && copyOf(each.central)?.state === 'missing');
    return fleetFinding({
      broker: brokerHealth(parts),
      strangers: strangersOf(parts),
      unheld: all.filter(({ holderKnown }) => holderKnown === false).map(({ central }) => central),
      missing: missing.map(({ central }) => central),
    });
  }

  return { status, figures: () => fleetFigures(parts), finding };
}

/** Asks nobody who is known not to answer, and remembers why the first one did not. */
function createAsking() {
  let first: string | undefined;
  return {
    unanswered: () => first,
    async ask<T>({ state }: FleetHealth, question: () => Promise<T>): Promise<T | undefined> {
      if (state !== 'connected') return undefined;
      try {
        return await question();
      } catch (error) {
        first ??= error instanceof Error ? error.message : String(error);
        return undefined;
      }
    },
  };
}
