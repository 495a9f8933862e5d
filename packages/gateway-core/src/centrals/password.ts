import type { CentralSettings } from '../ports/centrals.js';
import { GatewayError } from '../use-case/errors.js';

/** Placeholder of a secret wherever it is shown; as input, it means the stored one. */
export const SECRET_MASK = '***';

/**
 * True when a variable of the environment may hold the password of a CCU. An admin may name one, but must not have any
 * secret of the process sent to a host of their choice.
 *
 * @example
 * isPasswordVariable('CCU_PASSWORD'); // true
 */
export function isPasswordVariable(name: string): boolean {
  return name.includes('PASSWORD');
}

/** @throws GatewayError `validation` */
export function checkVariable({ password_env: env }: Pick<CentralSettings, 'password_env'>): void {
  if (env === undefined || isPasswordVariable(env)) return;
  const reason = 'must have PASSWORD in its name';
  throw new GatewayError('validation', `password_env ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field: 'password_env', reason }],
  });
}

/**
 * Effect of new settings on the stored password: the mask, or no password at all, keeps it; a variable of the
 * environment replaces it, and an empty one removes it.
 *
 * @example
 * passwordChange({ password_plain: '***' }); // 'kept'
 */
export function passwordChange({
  password_plain: plain,
  password_env: env,
}: Pick<CentralSettings, 'password_plain' | 'password_env'>): 'kept' | 'removed' | 'replaced' {
  if (plain === undefined || plain === SECRET_MASK) return env === undefined ? 'kept' : 'removed';
  return plain === '' ? 'removed' : 'replaced';
}
