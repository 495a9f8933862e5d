import { ProblemError } from '@ccu-gateway/client';
import { describe, expect, it } from 'vitest';
import { problemFields } from './problem-fields.js';

const LABELS: Readonly<Record<string, string>> = { name: 'Name', 'settings.time': 'Time (s)', members: 'Members' };
const labelOf = (name: string) => (Object.hasOwn(LABELS, name) ? LABELS[name] : undefined);

function refusing(...errors: readonly object[]): ProblemError {
  const problem = { type: 'about:blank', title: 'Invalid', status: 400, code: 'validation', errors };
  return new ProblemError(400, problem as never);
}

describe('the faults of a problem', () => {
  it('belong to the field of their whole path, with the label and the range that people read', () => {
    const error = refusing({ field: 'body.settings.time', reason: 'out_of_range', min: 1, max: 60 });
    expect(problemFields(error, labelOf)).toEqual({
      errors: { 'settings.time': 'Time (s): out of range (1 – 60)' },
      isWhole: true,
    });
  });

  it('belong to the nearest field above a path that has none', () => {
    const error = refusing({ field: 'members.2', reason: 'is named twice' });
    expect(problemFields(error, labelOf)).toEqual({ errors: { members: 'Members: is named twice' }, isWhole: true });
  });

  it('are incomplete while one of them has no field, or the error is no problem', () => {
    const error = refusing({ field: 'name', reason: 'is empty' }, { field: 'settings.level', reason: 'is missing' });
    expect(problemFields(error, labelOf)).toEqual({ errors: { name: 'Name: is empty' }, isWhole: false });
    expect(problemFields(new Error('offline'), labelOf)).toEqual({ errors: {}, isWhole: false });
  });
});
