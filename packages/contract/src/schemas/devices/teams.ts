import { z } from 'zod';
import { alwaysSent } from '../common.js';

/** A team that a channel can be in. */
export const teamCandidate = z
  .object({
    address: z.string().describe('Channel of the team.'),
    name: z.string().optional(),
    team_tag: z.string().optional().describe('Kind of the team, the same for all of its members.'),
    current: z.boolean().describe('Whether the channel is in this team.'),
    members: alwaysSent(z.array(z.object({ address: z.string(), name: z.string() }))),
  })
  .meta({ id: 'TeamCandidate' });

/** The team of a channel from now on. */
export const teamRequest = z
  .strictObject({
    team: z.string().max(64).nullish().describe('Channel of the team; null, empty or left out: alone.'),
  })
  .meta({ id: 'TeamRequest' });
