import { type DoctorRule, warning } from './finding.js';

/** Checks that the other gateways of a fleet have reported on their CCUs. */
export const fleetRule: DoctorRule = ({ elsewhere = [] }) =>
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
