import type { Log as CcuLog } from '@ccu-gateway/ccu-client';

/** What is set of a CCU, as far as it may be to blame. */
export interface ConfiguredCcu {
  readonly name: string;
  readonly host: string;
  /** Empty where none is set. */
  readonly username: string;
  /** What people call the setting, such as `centrals.home.host`. */
  readonly settingNamed: (setting: 'host' | 'username' | 'password' | 'tls_fingerprint') => string;
}

/** Which settings of a CCU to look at, with the values that are no secret. Undefined where none of them is to blame. */
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
 * Adds the setting to look at to what the client of a CCU has to say about a refusal.
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
