import { z } from 'zod';
import { chooseCentral, knownScope } from '../actions/choose.js';
import { type Recording, recordChange } from '../actions/record.js';
import { principalOf } from '../caller.js';
import type { UnignorePattern, VisibilityControl } from '../ports/visibility.js';
import type { House } from '../ports.js';
import { centralQuery, flag, timestamp, toTimestamp } from '../shapes/common.js';
import { json, operationsWith } from './operation.js';

const operation = operationsWith<Recording & { readonly house: House; readonly visibility: VisibilityControl }>();

const tag = 'visibility';

const entry = z
  .object({ pattern: z.string(), updated_at: timestamp.optional(), updated_by: z.string().optional() })
  .meta({ id: 'UnIgnoreEntry' });

const list = z
  .object({ centrals: z.array(z.object({ central_name: z.string(), patterns: z.array(entry) })) })
  .meta({ id: 'UnIgnoreList' });

const update = z
  .strictObject({
    central_name: z.string().min(1).max(64),
    patterns: z.array(z.string().min(1).max(256)).max(1024),
  })
  .meta({ id: 'UnIgnoreUpdate' });

const updated = z
  .object({
    applied_count: z.int(),
    parse_errors: z.array(z.string()).optional(),
    affected_devices: z.int().optional(),
    patterns: z.array(entry).optional(),
  })
  .meta({ id: 'UnIgnoreUpdated' });

const candidates = z
  .object({ candidates: z.array(z.string()), include_master: z.boolean().optional() })
  .meta({ id: 'UnIgnoreCandidates' });

export const visibilityOperations = [
  operation({
    method: 'GET',
    path: '/visibility/unignore',
    operationId: 'listUnignore',
    access: 'viewer',
    tag,
    summary: 'List the patterns of hidden parameters that are shown all the same',
    responses: { 200: { description: 'By CCU', schema: list } },
    problems: ['service_unready'],
    handler: async (_input, { visibility }) =>
      json({
        centrals: (await visibility.patterns()).map(({ central, patterns }) => ({
          central_name: central,
          patterns: patterns.map(entryOf),
        })),
      }),
  }),
  operation({
    method: 'PUT',
    path: '/visibility/unignore',
    operationId: 'putUnignore',
    access: 'admin',
    tag,
    summary: 'Replace the patterns of a CCU; it counts at once',
    description:
      'Forms: `PARAM`, `PARAM:PARAMSET@MODEL:CHANNEL` with `all` for every channel, `MODEL:CHANNEL:PARAM` with `*`.',
    body: update,
    responses: { 200: { description: 'What counts now', schema: updated } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ body, caller }, needs) => {
      const central = chooseCentral(needs.house, body.central_name);
      const by = principalOf(caller).subject;
      const { applied, refused, affectedDevices } = await needs.visibility.replace(central, body.patterns, by);
      recordChange(needs, caller, { action: 'visibility_write', central, note: `${applied.length} patterns` });
      return json({
        applied_count: applied.length,
        ...(refused.length === 0 ? {} : { parse_errors: refused }),
        affected_devices: affectedDevices,
        patterns: applied.map(entryOf),
      });
    },
  }),
  operation({
    method: 'GET',
    path: '/visibility/unignore/candidates',
    operationId: 'listUnignoreCandidates',
    access: 'viewer',
    tag,
    summary: 'List the hidden parameters that could be shown',
    query: z.object({
      central: centralQuery,
      include_master: flag.default(false).describe('Also those of the MASTER paramsets.'),
    }),
    responses: { 200: { description: 'The parameters', schema: candidates } },
    problems: ['not_found'],
    handler: ({ query }, { house, visibility }) => {
      const { central } = knownScope(house, { central: query.central });
      const includeMaster = query.include_master;
      return json({ candidates: visibility.candidates({ central, includeMaster }), include_master: includeMaster });
    },
  }),
];

function entryOf({ pattern, updatedAt, updatedBy }: UnignorePattern) {
  return {
    pattern,
    updated_at: updatedAt === undefined ? undefined : toTimestamp(updatedAt),
    updated_by: updatedBy,
  };
}
