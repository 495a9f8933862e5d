import { invalidInput, problem } from '../http/problems.js';
import { readMembers } from '../input.js';
import { ok, type Result, refuse } from '../problem.js';
import { isRole, type Role } from '../role.js';

const dayMs = 86_400_000;
const maxDays = 36_500;
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

export interface TokenInput {
  readonly subject: string;
  readonly role: Role;
  readonly expiresAt: number | null;
}

/** Reads the body of a token creation. Members it does not know are ignored: nothing else of a token is the caller's. */
export function readTokenInput(input: unknown, version: 1 | 2, now: number): Result<TokenInput> {
  const { subject, role, expires_in_days: days } = readMembers(input);
  if (!isRole(role)) return refuse(problem('invalid_role'));
  if (typeof subject !== 'string' || subject.trim() === '' || [...subject].length > 128 || forbidden.test(subject)) {
    const message = 'must be 1 to 128 characters without control or invisible ones';
    return refuse(invalidInput('validation_failed', 'subject', message));
  }
  if (version === 1 || days === undefined || days === null) return ok({ subject, role, expiresAt: null });
  if (typeof days !== 'number' || !Number.isInteger(days) || days > maxDays) {
    const message = `must be a whole number of days, at most ${maxDays}; 0 or less means never`;
    return refuse(invalidInput('validation_failed', 'expires_in_days', message));
  }
  return ok({ subject, role, expiresAt: days > 0 ? now + days * dayMs : null });
}
