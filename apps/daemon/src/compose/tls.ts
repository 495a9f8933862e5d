import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { type Certificate, type GatewayServer, openRedirect } from '@ccu-gateway/server';
import {
  type GatewayConfig,
  type LoadedConfig,
  listenFault,
  parseListen,
  REDIRECT_LISTEN,
  refusedSetting,
} from '../config/index.js';
import { createCertificateKeeper, describe } from '../tls/keeper.js';
import { type CertificateSource, filesSource, selfSignedSource } from '../tls/sources.js';
import type { Base } from './base.js';
import type { Data } from './data.js';

/** The certificate of the listener, as the gateway reports it. */
export interface ShownCertificate {
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  readonly selfSigned: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly notAfter: number;
}

/** HTTPS of the gateway's own. */
export interface Tls {
  /** Certificate and key of the listener. */
  certificate(): Certificate;
  shown(): ShownCertificate;
  /** Takes renewed certificates from now on, and leads plain requests here where that is configured. */
  begin(server: Pick<GatewayServer, 'useCertificate'>, port: number): Promise<void>;
  /** Reads the certificate anew. */
  reload(): Promise<void>;
}

/** Between two checks of the files for changes. */
const LOOK_MS = 10_000;

/** Opens the certificate; undefined where the gateway speaks plain HTTP. @throws ConfigError for one that cannot be used */
export async function openTls(
  base: Base,
  { loaded, health }: Pick<Data, 'loaded' | 'health'>,
): Promise<Tls | undefined> {
  const { config } = loaded;
  const source = sourceOf(loaded, base.time.now);
  if (source === undefined) return undefined;
  const { pair: first, fault } = await source.read();
  if (first === undefined) throw refusedSetting(loaded, `north.rest.tls.${fault.setting}`, fault.message);
  const log = base.log.child('tls');
  let use: (certificate: Certificate) => void = () => {};
  const keeper = createCertificateKeeper({ source, first, fault, now: base.time.now, log, use: (next) => use(next) });
  health.check('tls', () => keeper.finding());
  const said = source.selfSigned ? 'tls.self_signed' : 'tls.certificate';
  log.info(said, {
    ...describe(first),
    ...(source.selfSigned ? { names: namesOf(config.north.rest).join(', ') } : {}),
  });
  return {
    certificate: () => keeper.current(),
    shown: () => {
      const { fingerprint, notAfter } = keeper.current();
      return { fingerprint, notAfter, selfSigned: source.selfSigned };
    },
    reload: () => keeper.reload().catch((error: unknown) => log.error('tls.reload_failed', { error })),
    async begin(server, port) {
      use = (next) => server.useCertificate(next);
      base.repeat('certificate', LOOK_MS, () => keeper.look());
      await redirect(base, loaded, port, (name) => keeper.current().covers(name));
    },
  };
}

function sourceOf({ config, dataDir }: LoadedConfig, now: () => number): CertificateSource | undefined {
  const { mode, cert_file: certFile, key_file: keyFile } = config.north.rest.tls;
  if (mode === 'self-signed') return selfSignedSource({ dataDir, now, names: () => namesOf(config.north.rest) });
  // The schema asks for both with this mode, and for none with another one.
  return certFile === undefined || keyFile === undefined ? undefined : filesSource(resolve(certFile), resolve(keyFile));
}

type RestConfig = GatewayConfig['north']['rest'];

/**
 * Names and addresses under which this machine is reached, as far as they are known here; the first one is its own
 * name.
 */
function namesOf(rest: Pick<RestConfig, 'public_url' | 'allowed_hosts'>): readonly string[] {
  const own = hostname().toLowerCase();
  const names = [
    own,
    ...(own.includes('.') || isIP(own) !== 0 ? [] : [`${own}.local`]),
    'localhost',
    ...(rest.public_url === undefined ? [] : [hostOf(rest.public_url)]),
    ...rest.allowed_hosts.map((name) => name.toLowerCase()),
    '127.0.0.1',
    '::1',
    ...ownAddresses(),
  ];
  return [...new Set(names)].filter((name) => isIP(name) !== 0 || /^[a-z0-9_.-]{1,253}$/.test(name));
}

/** Without those of one link, which no browser can name. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address }) => address)
    .filter((address) => !address.toLowerCase().startsWith('fe80:'));
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** The second, plain listener, where one is configured. */
async function redirect(
  { log, lifecycle }: Base,
  loaded: LoadedConfig,
  port: number,
  covers: (name: string) => boolean,
): Promise<void> {
  const { rest } = loaded.config.north;
  const where = rest.tls.redirect_listen === undefined ? undefined : parseListen(rest.tls.redirect_listen);
  if (where === undefined) return;
  const own = `${port === 443 ? '' : `:${port}`}`;
  const opened = await openRedirect({
    ...(where.host === undefined ? {} : { host: where.host }),
    port: where.port,
    originFor(name) {
      const { public_url: publicUrl } = rest;
      if (publicUrl?.startsWith('https:') && hostOf(publicUrl) === name) return new URL(publicUrl).origin;
      if (!covers(name) && !namesOf(rest).includes(name)) return undefined;
      return `https://${name.includes(':') ? `[${name}]` : name}${own}`;
    },
  }).catch((error: unknown) => {
    throw listenFault(error, loaded, REDIRECT_LISTEN);
  });
  lifecycle.onClose('redirect', () => opened.close());
  log.info('redirecting', { port: opened.port });
}
