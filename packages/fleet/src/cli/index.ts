import type { FleetReport, FleetStatus } from '@ccu-gateway/contract/types';
import { judgeFleet } from './judge.js';
import { fleetLines, fleetRows } from './lines.js';

/** The gateway of the command line. @throws for a refusal */
interface AskedGateway {
  readonly call: (operation: 'getFleet') => Promise<FleetReport>;
}

/** Report of a fleet: a value for programs, lines for people, and cells for a pipe. */
interface ShownFleet {
  readonly data: FleetStatus;
  readonly lines: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly problems: number;
}

/** Reason for a missing report, with its remedy. */
interface NoFleet {
  readonly missing: { readonly code: string; readonly message: string; readonly fix: string };
}

const status = {
  description: 'Show the gateways and the holder of each CCU (exit 7 where something is not well).',
  fields: {
    name: true,
    self: true,
    broker: true,
    members: true,
    centrals: true,
    log: true,
  } as const satisfies Readonly<Record<keyof FleetStatus, true>>,
  async run({ call }: AskedGateway): Promise<ShownFleet | NoFleet> {
    const { fleet } = await call('getFleet');
    if (fleet === undefined) {
      const message = 'this gateway is alone: it belongs to no fleet';
      const fix = 'name the broker in its configuration, as fleet.nats.servers';
      return { missing: { code: 'no_fleet', message, fix } };
    }
    const judged = judgeFleet(fleet);
    return { data: fleet, lines: fleetLines(judged), rows: fleetRows(judged), problems: judged.problems };
  },
};

/** The commands of the word `fleet` of the command line. */
export const fleetWord = {
  description: 'Several gateways of one installation.',
  commands: { status },
} as const;
