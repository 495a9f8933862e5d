import type { PostgresPlace } from '@ccu-gateway/storage/postgres';
import { ConfigError } from './errors.js';
import type { GatewayConfig } from './schema.js';

/**
 * Where the fleet keeps what it shares; undefined where this machine is alone. The secrets have to be open. The reader of URLs is loaded
 * only for it. @throws ConfigError
 */
export async function postgresPlace({
  persistence,
}: Pick<GatewayConfig, 'persistence'>): Promise<PostgresPlace | undefined> {
  const { url, host, port, database, user, password, schema, pool_size: poolSize, tls } = persistence.postgres;
  const address = url?.reveal() ?? '';
  if (address === '' && host === '') return undefined;
  const { placeOfUrl, readAuthority } = await import('@ccu-gateway/storage/postgres');
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
