import type { FleetStatus } from '@ccu-gateway/contract/types';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import type { CentralFigures, GatewaysFigures, GatewaysView } from '@ccu-gateway/gateway-core/use-cases';
import { centralOfSource } from '../feed/source.js';
import { fleetFinding } from './fleet-finding.js';
import { brokerHealth, type FleetParts, lagOf, ownTokens, strangersOf } from './fleet-parts.js';

/** The fleet as this gateway sees it, with a text for its health. */
export interface WatchedFleet extends GatewaysView {
  finding(): Finding;
}

/** Creates the view of a fleet for the API and the pages. */
export function createFleetView(parts: FleetParts): WatchedFleet {
  return {
    report: async () => ({ enabled: true, fleet: await fleetStatus(parts) }),
    figures: () => fleetFigures(parts),
    finding() {
      const known = fleetFigures(parts).centrals;
      const named = (wanted: (each: (typeof known)[number]) => boolean) =>
        known.filter(wanted).map(({ central }) => central);
      return fleetFinding({
        broker: brokerHealth(parts),
        requests: parts.requests(),
        strangers: strangersOf(parts),
        otherCcus: { fleet: parts.name, names: parts.otherCcus() },
        unheld: named(({ holderKnown }) => holderKnown === false),
        missing: named((each) => each.holderKnown === true && !each.known),
      });
    },
  };
}

async function fleetStatus(parts: FleetParts): Promise<FleetStatus> {
  const { name, self, presence, stream, centrals } = parts;
  const questions = createQuestions(parts);
  const names = centrals();
  const [members, held] = await Promise.all([
    questions.ask(async () => await presence()?.members()),
    centralStatuses(parts, names, questions),
  ]);
  const lag = lagOf(parts);
  return {
    name,
    self: self.id,
    broker: questions.broker(),
    ...(members && {
      members: members.map(({ leases, ...member }) => ({
        ...member,
        compatible: member.protocol === self.protocol,
        centrals: leases.flatMap((key) => centralOfSource(key) ?? []),
      })),
    }),
    centrals: held,
    log: {
      epoch: stream.epoch,
      seq: stream.seq,
      pending: stream.metrics().logPending,
      ...(lag !== undefined && { lag_events: lag }),
      ...(stream.outage !== undefined && { outage: stream.outage }),
    },
  };
}

async function centralStatuses(
  parts: FleetParts,
  centrals: readonly string[],
  { ask }: Questions,
): Promise<FleetStatus['centrals']> {
  const { self, heard, copyOf, leaseKey } = parts;
  const tokens = ownTokens(parts);
  return await Promise.all(
    centrals.map(async (central) => {
      const key = leaseKey(central);
      const token = tokens.get(key);
      const copy = copyOf(central);
      // While this gateway may act no other one may, so that no other one needs to be asked.
      if (token !== undefined) return { central, holder: { id: self.id, name: self.name, token }, copy };
      const holder = await ask(() => heard.look(key));
      return { central, ...(holder && { holder }), copy };
    }),
  );
}

interface Questions {
  /** Undefined where the broker does not answer. It is not asked while it is known to be away. */
  ask<T>(question: () => Promise<T>): Promise<T | undefined>;
  /** How the broker is, after all that was asked. */
  broker(): FleetStatus['broker'];
}

function createQuestions(parts: FleetParts): Questions {
  const isConnected = brokerHealth(parts).state === 'connected';
  let reason: string | undefined;
  return {
    async ask(question) {
      if (!isConnected) return undefined;
      try {
        return await question();
      } catch (error) {
        reason ??= error instanceof Error ? error.message : String(error);
        return undefined;
      }
    },
    broker() {
      const known = brokerHealth(parts);
      return known.state === 'connected' && reason !== undefined ? { state: 'outage', reason } : known;
    },
  };
}

/** Figures of the fleet that need no request. */
function fleetFigures(parts: FleetParts): GatewaysFigures {
  const { presence, stream, centrals, hasHolder, copyOf, leaseKey, calls } = parts;
  const isConnected = brokerHealth(parts).state === 'connected';
  const seen = presence()?.seen;
  const incompatible = strangersOf(parts).length;
  const lag = lagOf(parts);
  const tokens = ownTokens(parts);

  function centralFigures(central: string): CentralFigures {
    const token = tokens.get(leaseKey(central));
    const isHeld = token !== undefined;
    return {
      central,
      held: isHeld,
      ...(isHeld && { token }),
      ...((isHeld || isConnected) && { holderKnown: isHeld || hasHolder(central) }),
      known: copyOf(central) !== 'missing',
    };
  }

  return {
    outage: !isConnected || stream.outage !== undefined,
    logPending: stream.metrics().logPending,
    ...(isConnected && lag !== undefined && { logLag: lag }),
    ...(isConnected && seen && { members: { compatible: seen.length - incompatible, incompatible } }),
    centrals: centrals().map(centralFigures),
    ...(calls && { calls: calls() }),
  };
}
