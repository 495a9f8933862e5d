import type { FieldError } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { invalid } from '@ccu-gateway/gateway-core/use-cases';
import type { z } from 'zod';

/** Location of a value, as it appears in front of the field in `errors[]`. A body's fields stand alone. */
export type Location = 'path' | 'query' | 'body' | 'args';

/** Checks a value against a schema; refuses with one `errors[]` entry for each problem. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  location: Location,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, location));
  if (location === 'query' || location === 'path') {
    throw new GatewayError('bad_request', `A parameter of the ${location} is not acceptable`, {
      reason: 'validation_failed',
      errors,
    });
  }
  throw invalid(errors);
}

function fieldErrors(issue: z.core.$ZodIssue, location: Location): readonly FieldError[] {
  const path = issue.path.map(String).join('.');
  const field = location === 'query' || location === 'path' ? `${location}.${path}` : path;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ field: path === '' ? key : `${path}.${key}`, reason: 'unknown field' }));
    case 'too_small':
      return [{ field, reason: issue.message, min: plain(issue.minimum) }];
    case 'too_big':
      return [{ field, reason: issue.message, max: plain(issue.maximum) }];
    default:
      return [{ ...(field === '' ? {} : { field }), reason: issue.message }];
  }
}

function plain(bound: number | bigint): number {
  return Number(bound);
}
