import { readFileSync } from 'node:fs';
import {
  type EventInput,
  openSharedStream,
  type SharedEventStream,
  type SharedLog,
  type SharedPublisher,
} from '@ccu-gateway/event-stream';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { ConfigError, durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { OpenStream, StreamOptions } from './catalogued-stream.js';

type Nats = GatewayConfig['fleet']['nats'];

export interface FleetStreamOptions {
  readonly config: Pick<GatewayConfig, 'fleet'>;
  /** Of this gateway, among those of its fleet. */
  readonly instance: string;
  readonly options: StreamOptions;
  readonly log: Log;
}

/**
 * The events of a fleet, from NATS JetStream: this gateway publishes those of its CCUs and its own, and shows those of all.
 * @throws ConfigError where the servers do not answer, or refuse
 */
export async function openFleetStream({ config, instance, options, log }: FleetStreamOptions): Promise<OpenStream> {
  const { fleet } = config;
  const shared = await openLog(fleet);
  const bounds = { bufferEvents: fleet.buffer_events, bufferBytes: fleet.buffer_bytes };
  const stream = await openSharedStream({ ...options, ...bounds, log: shared }).catch(async (error: unknown) => {
    await shared.close();
    throw unavailable('fleet.nats.servers', error instanceof Error ? error.message : String(error));
  });
  const publishers = createPublishers(stream, log);
  return {
    stream: withPublish(stream, (event) => publishers.of(sourceOf(event, instance)).publish(event)),
    finding: () => findingOf(stream, publishers.lost),
    ended: stream.ended.then(() => 'the event log of the fleet was made anew'),
  };
}

async function openLog({ name, nats }: GatewayConfig['fleet']): Promise<SharedLog> {
  const { openJetStreamLog } = await loadLibrary();
  try {
    return await openJetStreamLog({
      connection: connectionOf(nats),
      ...(nats.credentials_file === ''
        ? {}
        : { credentials: readSetting('fleet.nats.credentials_file', nats.credentials_file) }),
      name: `${name}-events`,
      owner: name,
      shape: {
        maxRecords: nats.max_events,
        maxBytes: nats.max_bytes,
        maxAgeMs: durationMs(nats.max_age),
        replicas: nats.replicas,
      },
    });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw unavailable('fleet.nats.servers', `${nats.servers.join(', ')}: ${why}`);
  }
}

/** Optional, because a gateway that is alone needs none of it. */
async function loadLibrary() {
  try {
    return await import('@ccu-gateway/event-stream/jetstream');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw unavailable(
      'fleet.nats.servers',
      'a library is missing: run "npm install @nats-io/transport-node@3 @nats-io/jetstream@3" where the gateway is installed',
    );
  }
}

function connectionOf({ servers, user, password, token, tls }: Nats) {
  const { ca_file: ca, cert_file: cert, key_file: key } = tls;
  const encrypted = [ca, cert].some((path) => path !== '') || servers.some((server) => server.startsWith('tls://'));
  return {
    servers: [...servers],
    ...(user === '' ? {} : { user, pass: password?.reveal() ?? '' }),
    ...(token === undefined || token.reveal() === '' ? {} : { token: token.reveal() }),
    ...(encrypted && {
      tls: {
        ...(ca !== '' && { ca: readSetting('fleet.nats.tls.ca_file', ca).toString('utf8') }),
        ...(cert !== '' && { cert: readSetting('fleet.nats.tls.cert_file', cert).toString('utf8') }),
        ...(key !== '' && { key: readSetting('fleet.nats.tls.key_file', key).toString('utf8') }),
      },
    }),
  };
}

function readSetting(path: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError('config_invalid', [
      { path, message: `${file} cannot be read (${code})`, origin: 'configuration' },
    ]);
  }
}

const unavailable = (path: string, message: string) =>
  new ConfigError('fleet_unavailable', [{ path, message, origin: 'configuration' }]);

/** Each CCU has one publisher in the fleet, and each gateway one for what concerns itself. */
function sourceOf({ payload }: EventInput, instance: string): string {
  const central: unknown = Reflect.get(payload, 'central');
  return typeof central === 'string' && central !== '' ? `ccu:${central}` : `gateway:${instance}`;
}

function createPublishers(stream: SharedEventStream, log: Log) {
  const publishers = new Map<string, SharedPublisher>();
  const lost = new Set<string>();
  return {
    lost,
    of(source: string): SharedPublisher {
      const known = publishers.get(source);
      if (known !== undefined) return known;
      const publisher = stream.publisher(source, {
        onLost({ unsent }) {
          lost.add(source);
          log.error('another gateway of the fleet publishes for this source', {
            event: 'fleet.source_lost',
            source,
            unsent,
          });
        },
      });
      publishers.set(source, publisher);
      return publisher;
    },
  };
}

function findingOf({ outage }: SharedEventStream, lost: ReadonlySet<string>): Finding {
  if (outage !== undefined) {
    const note = `the event log of the fleet does not answer (${outage}): new events wait, and clients are told`;
    return { status: 'degraded', note };
  }
  if (lost.size === 0) return { status: 'healthy' };
  const note = `another gateway of the fleet publishes for ${[...lost].join(', ')}: connect each CCU to one gateway, and restart this one`;
  return { status: 'degraded', note };
}

/** A stream that can be published to, with its figures as they are at each moment. */
function withPublish(stream: SharedEventStream, publish: (event: EventInput) => void): OpenStream['stream'] {
  return Object.create(stream, { publish: { value: publish } }) as OpenStream['stream'];
}
