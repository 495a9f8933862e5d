import type { Log as CcuLog } from '@ccu-gateway/ccu-client';

/** Settings of a CCU that may cause a fault. */
export interface ConfiguredCcu {
  readonly name: string;
  readonly host: string;
  /** Empty where none is set. */
  readonly username: string;
  /** Name of the setting for people, such as `centrals.home.host`. */
  readonly settingNamed: (setting: 'host' | 'username' | 'password' | 'tls_fingerprint') => string;
}

/** Settings of a CCU to check, with the values that are no secret. Undefined if none of them can be the cause. */
export function remedyOf({ host, username, settingNamed }: ConfiguredCcu, code: unknown): string | undefined {
  switch (code) {
    case 'unreachable':
    case 'timeout':
      return `check ${settingNamed('host')} (${host}), and that the CCU is on`;
    case 'login_refused':
      return username === ''
        ? `set ${settingNamed('username')} and ${settingNamed('password')}`
        : `check ${settingNamed('username')} (${username}) and ${settingNamed('password')}`;
    case 'tls_untrusted':
      return `check ${settingNamed('tls_fingerprint')}`;
    default:
      return undefined;
  }
}

/**
 * Adds the setting to check to messages of a CCU client about a refusal.
 *
 * @example
 * const ccu = connectCcu({ ...options, log: withRemedies(log, central) });
 */
export function withRemedies(log: CcuLog, central: ConfiguredCcu): CcuLog {
  return (entry) => {
    const remedy = remedyOf(central, entry.fields?.code);
    log(remedy === undefined ? entry : { ...entry, fields: { ...entry.fields, central: central.name, remedy } });
  };
}
