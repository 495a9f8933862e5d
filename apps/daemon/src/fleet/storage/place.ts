import { type PostgresPlace, placeOfUrl, readAuthority } from '@ccu-gateway/postgres';
import { ConfigError, type GatewayConfig } from '../../config/index.js';

/** The PostgreSQL of this configuration. The secrets have to be open. @throws ConfigError */
export function postgresPlace({ persistence }: Pick<GatewayConfig, 'persistence'>): PostgresPlace {
  const { url, host, port, database, user, password, schema, pool_size: poolSize, tls } = persistence.postgres;
  const address = url?.reveal() ?? '';
  const place =
    address === ''
      ? { host, port, database, user, password: password?.reveal() }
      : attempt('url', () => placeOfUrl(address));
  const ca = tls.ca_file === '' ? undefined : attempt('tls.ca_file', () => readAuthority(tls.ca_file));
  return {
    ...place,
    schema,
    poolSize,
    ...(tls.mode !== 'none' && { tls: { verify: tls.mode === 'verify', ...(ca !== undefined && { ca }) } }),
  };
}

function attempt<T>(key: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const issue = { path: `persistence.postgres.${key}`, message: error.message, origin: 'configuration' };
    throw new ConfigError('config_invalid', [issue]);
  }
}
