import { z } from 'zod';

/** The stable words a client switches on (member `code` of a problem, header `X-Problem-Code`). */
export const problemCode = z.enum([
  'validation',
  'not_found',
  'conflict',
  'unauthorized',
  'forbidden',
  'unsupported',
  'rate_limited',
  'internal',
  'bad_request',
  'service_unready',
  'upstream_unavailable',
  'locked',
  'gone',
  'payload_too_large',
]);

/** `type` of a problem is this and its code. */
export const PROBLEM_TYPE_BASE = 'urn:ccu-gateway:error:';

/** One field that was refused: where, why, and the bounds where there are any. */
export const fieldError = z.object({
  field: z.string().optional(),
  reason: z.string(),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
});

/** The body of every error answer. It may have further members, such as the CCUs to choose from. */
export const problem = z
  .object({
    type: z.url().meta({ examples: [`${PROBLEM_TYPE_BASE}not_found`] }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().optional().describe('Path of the request.'),
    code: problemCode,
    reason: z.string().optional(),
    request_id: z.string(),
    applied: z
      .array(z.string())
      .optional()
      .describe('Of a change of several steps: earlier work before the refusal, for people.'),
    errors: z.array(fieldError).optional(),
  })
  .meta({
    id: 'Problem',
    description: 'The error (RFC 9457). Switch on `code`; `reason` is the finer cause.',
  });
