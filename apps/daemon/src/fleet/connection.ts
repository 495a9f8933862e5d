import { readFileSync } from 'node:fs';
import { ConfigError, type GatewayConfig } from '../config/index.js';

type Nats = GatewayConfig['fleet']['nats'];

/** Optional, because a gateway that is alone needs none of it. @throws ConfigError */
export async function loadLibraries() {
  try {
    const [log, fleet] = await Promise.all([import('@ccu-gateway/fleet/jetstream'), import('@ccu-gateway/fleet/nats')]);
    return { ...log, ...fleet };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw unavailable(
      'a library is missing: run "npm install @nats-io/transport-node@3 @nats-io/jetstream@3 @nats-io/kv@3 @nats-io/obj@3" where the gateway is installed',
    );
  }
}

/** Where the servers are and how this gateway signs in. @throws ConfigError where a file cannot be read */
export function connectionOf({ servers, user, password, token, credentials_file: credentials, tls }: Nats) {
  const { ca_file: ca, cert_file: cert, key_file: key } = tls;
  const encrypted = [ca, cert].some((path) => path !== '') || servers.some((server) => server.startsWith('tls://'));
  const connection = {
    servers: [...servers],
    ...(user === '' ? {} : { user, pass: password?.reveal() ?? '' }),
    ...(token === undefined || token.reveal() === '' ? {} : { token: token.reveal() }),
    ...(encrypted && {
      tls: {
        ...(ca !== '' && { ca: readSetting('tls.ca_file', ca).toString('utf8') }),
        ...(cert !== '' && { cert: readSetting('tls.cert_file', cert).toString('utf8') }),
        ...(key !== '' && { key: readSetting('tls.key_file', key).toString('utf8') }),
      },
    }),
  };
  return {
    connection,
    ...(credentials !== '' && { credentials: readSetting('credentials_file', credentials) }),
  };
}

/** Runs work that needs the servers. @throws ConfigError where they do not answer, or refuse */
export async function atServers<Value>({ servers }: Pick<Nats, 'servers'>, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unavailable(`${servers.join(', ')}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readSetting(path: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const message = `${file} cannot be read (${code})`;
    throw new ConfigError('config_invalid', [{ path: `fleet.nats.${path}`, message, origin: 'configuration' }]);
  }
}

const unavailable = (message: string) =>
  new ConfigError('fleet_unavailable', [{ path: 'fleet.nats.servers', message, origin: 'configuration' }]);
