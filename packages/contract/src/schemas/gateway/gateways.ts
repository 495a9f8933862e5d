import { z } from 'zod';
import { timestamp } from '../common.js';

const member = z.object({
  id: z.string().describe('Of one run of the gateway.'),
  name: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  protocol: z.int(),
  compatible: z.boolean().describe('Whether it speaks the protocol of the gateway that answers.'),
  since: timestamp.describe('When it started, by its own clock.'),
  urls: z.array(z.string()),
  centrals: z.array(z.string()).describe('CCUs that it held when it announced itself last.'),
});

const central = z.object({
  central: z.string(),
  holder: z
    .object({
      id: z.string(),
      name: z.string(),
      token: z.int().optional().describe('Of its term; known of the gateway that answers alone.'),
    })
    .optional()
    .describe('Absent where no gateway holds the CCU, or the broker does not say.'),
  copy: z
    .enum(['held', 'following', 'missing'])
    .describe(
      'Data of the CCU at the answering gateway. `held`: it is connected with it. `following`: records of the holder. `missing`: nothing yet.',
    ),
});

const gatewaysStatus = z
  .object({
    name: z.string().describe('Of the fleet.'),
    self: z.string().describe('Id of the gateway that answers.'),
    broker: z.object({
      state: z.enum(['connected', 'outage', 'refused']).describe('`refused`: its data must not be used.'),
      reason: z.string().optional(),
      remedy: z.string().optional(),
    }),
    members: z.array(member).optional().describe('Absent while the broker does not say.'),
    centrals: z.array(central),
    log: z.object({
      epoch: z.string(),
      seq: z.int().describe('Number of the newest event that came from the log.'),
      pending: z.int().describe('Events that the log has not confirmed yet.'),
      lag_events: z
        .int()
        .optional()
        .describe('Numbers of the log, as of the last check, that have not come yet. Absent where nobody has looked.'),
      outage: z.string().optional().describe('Why nothing new can come just now.'),
    }),
  })
  .meta({ id: 'FleetStatus' });

/** Several gateways as one of them sees them; without content if it is alone. */
export const gatewaysReport = z
  .object({ enabled: z.boolean(), fleet: gatewaysStatus.optional().describe('Absent where the gateway is alone.') })
  .meta({ id: 'FleetReport' });
