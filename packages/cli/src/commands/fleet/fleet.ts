import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { type Judged, judgeFleet } from './fleet-judge.js';
import { fleetLines, fleetRows } from './fleet-lines.js';

const status = command({
  name: 'ccu-gateway fleet status',
  description: 'Say which gateways there are and which of them holds which CCU (exit 7 where something is not well).',
  fields: {
    name: true,
    self: true,
    broker: true,
    members: true,
    centrals: true,
    log: true,
  } as const satisfies Readonly<Record<keyof Fleet, true>>,
  run: async (context) => {
    const rest = await context.rest({ token: 'required' });
    const { fleet } = await rest.call('getFleet');
    if (fleet === undefined) {
      throw new CliError(EXIT.notFound, 'no_fleet', 'this gateway is alone: it belongs to no fleet', {
        fix: 'name the broker in its configuration, as fleet.nats.servers',
      });
    }
    const judged: Judged = judgeFleet(fleet);
    const { output } = context;
    return {
      data: fleet,
      lines: output.forPeople ? fleetLines(judged) : fleetRows(judged),
      exit: judged.problems === 0 ? EXIT.ok : EXIT.problems,
    };
  },
});

export const fleetCommands = group('ccu-gateway fleet', 'Several gateways that serve one house.', { status });

type Fleet = NonNullable<CallAnswer<'getFleet'>['fleet']>;
