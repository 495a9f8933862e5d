import type { NetworkInterfaceInfo } from 'node:os';
import { type Environment, type LoadedConfig, parseListen } from '../config/index.js';

/** Where a person reads the log line by line, it is written for people, unless the format was chosen. */
export function forTerminal(loaded: LoadedConfig, env: Environment): LoadedConfig {
  if (loaded.sources.get('logging.format') !== 'default') return loaded;
  const format = env.NO_COLOR ? 'text' : 'text-color';
  return { ...loaded, config: { ...loaded.config, logging: { ...loaded.config.logging, format } } };
}

export interface Started {
  /** Of the listener. */
  readonly url: string;
  readonly setupOpen: boolean;
  /** Of its own HTTPS. */
  readonly certificate?: { readonly fingerprint: string; readonly selfSigned: boolean } | undefined;
  readonly networks: Readonly<
    Record<string, readonly Pick<NetworkInterfaceInfo, 'family' | 'internal' | 'address'>[] | undefined>
  >;
}

/** Next steps of the user, with the addresses for a browser. */
export function greeting({ config, file, dataDir }: LoadedConfig, started: Started): string {
  const { url, setupOpen, networks, certificate } = started;
  const { public_url: publicUrl, listen } = config.north.rest;
  const path = setupOpen ? '/setup' : '/login';
  const [here, ...elsewhere] = [publicUrl ?? url, ...(publicUrl === undefined ? addresses(url, listen, networks) : [])];
  const lines = [
    `ccu-gateway runs at ${here}`,
    `  ${setupOpen ? 'create the first administrator' : 'sign in'}:  ${join(here, path)}`,
    ...elsewhere.map((other) => `  from another machine:  ${join(other, path)}`),
    ...(file === undefined ? ['  no configuration file was found; config.example.yaml shows all settings'] : []),
    ...(certificate?.selfSigned === true
      ? [`  certificate (SHA-256), self-signed: ${pairs(certificate.fingerprint)}`]
      : []),
    `  data: ${dataDir}   Ctrl-C stops it`,
  ];
  return `\n${lines.join('\n')}\n\n`;
}

/** The first address in the local network, when the listener is on every address. */
function addresses(url: string, listen: string, networks: Started['networks']): readonly string[] {
  const host = parseListen(listen)?.host;
  if (host !== undefined && host !== '0.0.0.0' && host !== '::') return [];
  const found = Object.values(networks)
    .flatMap((entries) => entries ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (found === undefined) return [];
  const { protocol, port } = new URL(url);
  return [`${protocol}//${found.address}${port === '' ? '' : `:${port}`}`];
}

/** As browsers show a fingerprint. */
function pairs(fingerprint: string): string {
  return (fingerprint.toUpperCase().match(/../g) ?? []).join(':');
}

function join(base = '', path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}${path}`;
}
