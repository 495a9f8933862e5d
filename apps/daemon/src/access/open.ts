import { type Auth, AuthConfigError, createAuth } from '@ccu-gateway/auth-core';
import { refusedSetting } from '../config/index.js';
import { configKeyOf } from './config-keys.js';
import { type AccessParts, authOptions } from './options.js';

/** Access control from the configuration. @throws ConfigError naming where a setting stands that it cannot use */
export function openAccess(parts: AccessParts): Auth {
  try {
    // A setting that cannot be used is refused now, and not by the start that follows.
    if (parts.onlyConfigUsers) createAuth(authOptions({ ...parts, onlyConfigUsers: false })).close();
    return createAuth(authOptions(parts));
  } catch (error) {
    if (!(error instanceof AuthConfigError)) throw error;
    throw refusedSetting(parts.loaded, configKeyOf(error.option), error.detail);
  }
}
