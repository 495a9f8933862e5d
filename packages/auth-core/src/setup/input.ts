import { equalText } from '../crypto/hash.js';
import { accountKey, newAccountFault } from '../model/account.js';
import type { SetupService } from '../model/auth.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, problem } from '../model/problems.js';
import { newPasswordFault } from '../passwords/policy.js';

export type SetupInput = Parameters<SetupService['create']>[1];

/**
 * The name of the account to create, or the fault of the input; `code` is the one of the log, null when none is
 * required.
 */
export function readFirstAdmin(input: SetupInput, code: string | null): Result<string> {
  if (code !== null && !(typeof input.code === 'string' && equalText(input.code, code))) {
    return refuse(problem('setup_code_invalid'));
  }
  const { username, password, confirmation = password } = input;
  const nameFault = newAccountFault(username);
  const account = typeof username === 'string' ? accountKey(username) : null;
  if (nameFault !== null || account === null) {
    return refuse(invalidInput('username_invalid', 'username', nameFault ?? 'is not acceptable'));
  }
  const passwordFault = newPasswordFault(password);
  if (passwordFault !== null) return refuse(invalidInput('validation_failed', 'password', passwordFault));
  if (confirmation !== password) {
    return refuse(invalidInput('validation_failed', 'confirmation', 'must be the same as the password'));
  }
  return ok(account);
}
