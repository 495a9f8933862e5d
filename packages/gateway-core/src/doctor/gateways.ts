import type { SharedFacts } from '../ports/doctor.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

/** Reports of other gateways that are missing. */
export const silentRule: DoctorRule = ({ elsewhere = [] }) =>
  elsewhere
    .filter(({ facts }) => facts === undefined)
    .map(({ gateway }) =>
      warning({
        id: 'fleet.gateway_silent',
        area: 'reachability',
        what: `the gateway ${gateway} of the fleet did not tell how its CCUs are`,
        why: 'The CCUs that it is connected with were not checked.',
        fix: {
          text: 'Look again in a moment, then at that gateway and at its way to the NATS servers.',
          command: 'ccu-gateway fleet status',
        },
        facts: { gateway },
      }),
    );

const area = 'data_directory' as const;

/** Checks that the database of several gateways can be used. */
export const sharedRule: DoctorRule = ({ shared }) => (shared === undefined ? [] : [sharedFinding(shared)]);

function sharedFinding({ name, state, message = '', remedy }: SharedFacts) {
  const said = remedy === undefined ? message : `${message}: ${remedy}`;
  const facts = { name, message: said };
  switch (state) {
    case 'ok':
      return ok({ id: 'shared.usable', area, what: `accounts and settings are in ${name}`, facts });
    case 'empty':
      return ok({ id: 'shared.to_be_made', area, what: `${name} is empty; the first start fills it`, facts });
    case 'older':
      return ok({ id: 'shared.to_be_updated', area, what: `the first start brings ${name} up to date`, facts });
    case 'newer':
      return problem({
        id: 'shared.newer',
        area,
        what: `the shared tables of the fleet were written by a newer version: ${said}`,
        why: 'This version does not know its schema, and does not start on it.',
        fix: { text: 'Update this gateway to the version of the others.' },
        facts,
      });
    case 'unreadable':
      return problem({
        id: 'shared.unreadable',
        area,
        what: `the shared tables of the fleet cannot be read: ${said}`,
        why: 'Without it nobody is let in: users and tokens of all gateways are there.',
        fix: {
          text: 'Check the server, the network and persistence.postgres.',
          setting: 'persistence.postgres',
        },
        facts,
      });
  }
}
