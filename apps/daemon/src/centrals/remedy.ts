import type { Log as CcuLog } from '@ccu-gateway/ccu-client';
import type { CentralConfig } from '../config/index.js';

type Settings = Pick<CentralConfig, 'name' | 'host' | 'username'>;

/** Which settings of a CCU to look at, with the values that are no secret. Undefined where none of them is to blame. */
export function remedyOf({ name, host, username }: Settings, code: unknown): string | undefined {
  const key = `centrals.${name}`;
  switch (code) {
    case 'unreachable':
    case 'timeout':
      return `check ${key}.host (${host}), and that the CCU is on`;
    case 'login_refused':
      return username === ''
        ? `set ${key}.username and ${key}.password`
        : `check ${key}.username (${username}) and ${key}.password`;
    case 'tls_untrusted':
      return `check ${key}.tls_fingerprint`;
    default:
      return undefined;
  }
}

/** Adds the remedy to what the client of a CCU has to say about a refusal. */
export function withRemedies(log: CcuLog, central: Settings): CcuLog {
  return (entry) => {
    const remedy = remedyOf(central, entry.fields?.code);
    log(remedy === undefined ? entry : { ...entry, fields: { ...entry.fields, central: central.name, remedy } });
  };
}
