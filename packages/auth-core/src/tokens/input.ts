import { readMembers, unknownMember } from '../model/input.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, invalidRole, unknownField } from '../model/problems.js';
import { isRole, type Role } from '../model/role.js';

const dayMs = 86_400_000;
const maxDays = 36_500;
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

export interface TokenInput {
  readonly subject: string;
  readonly role: Role;
  readonly expiresAt: number | null;
}

const members = { 1: ['subject', 'role'], 2: ['subject', 'role', 'expires_in_days'] } as const;

/** Reads the body of a token creation. */
export function readTokenInput(input: unknown, version: 1 | 2, now: number): Result<TokenInput> {
  const { subject, role, expires_in_days: days } = readMembers(input);
  if (!isRole(role)) return refuse(invalidRole());
  if (typeof subject !== 'string' || subject.trim() === '' || [...subject].length > 128 || forbidden.test(subject)) {
    const message = 'must be 1 to 128 characters without control or invisible ones';
    return refuse(invalidInput('validation_failed', 'subject', message));
  }
  const unknown = unknownMember(input, members[version]);
  if (unknown !== undefined) return refuse(unknownField(unknown));
  if (version === 1 || days === undefined || days === null) return ok({ subject, role, expiresAt: null });
  if (typeof days !== 'number' || !Number.isInteger(days) || days > maxDays) {
    const message = `must be a whole number of days, at most ${maxDays}; 0 or less means never`;
    return refuse(invalidInput('validation_failed', 'expires_in_days', message));
  }
  return ok({ subject, role, expiresAt: days > 0 ? now + days * dayMs : null });
}
