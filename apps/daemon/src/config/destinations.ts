import { SECRET_MASK } from '@ccu-gateway/gateway-core/parts';
import type { GatewayConfig } from './schema/schema.js';
import { secretsOf } from './secret-paths.js';

/** The settings beside a secret that name where it goes. */
export interface Destination {
  /** The address: scheme, host and port of it count. */
  readonly address: string;
  /** The setting that takes any certificate there when it is true. */
  readonly unchecked?: string;
}

/**
 * Where each secret that can be stored at run time goes; `*` is a name that people gave. A secret that has no row cannot be added to
 * the schema: `destinations.test.ts` walks over it. A `ca_file` is no part of a destination: it names a file of this machine, and the
 * name of the host is still checked with it.
 */
export const DESTINATIONS: Readonly<Record<string, Destination>> = {
  'north.rest.auth.oidc.client_secret': { address: 'issuer' },
  'backup.own.target.password': { address: 'url' },
  'mqtt.brokers.*.password': { address: 'url', unchecked: 'tls_insecure_skip_verify' },
  'webhooks.endpoints.*.secret': { address: 'url' },
  'notify.channels.*.token': { address: 'url' },
};

const USUAL_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
  'smtp:': '587',
  'smtps:': '465',
  'mqtt:': '1883',
  'mqtts:': '8883',
};

/** Scheme, host and port of an address: two addresses with the same are one destination. */
export function destinationOf(address: unknown): string {
  const text = typeof address === 'string' ? address.trim() : '';
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port } = new URL(text);
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return `${protocol}//${host}:${port || (USUAL_PORTS[protocol] ?? '')}`;
}

export interface SecretChange {
  /** The configuration as it would be. */
  readonly next: GatewayConfig;
  /** Configurations that were in force or are in the file: each of them pairs its secrets with their destinations. */
  readonly known: readonly GatewayConfig[];
  /** Section of the incoming values. */
  readonly section: string;
  readonly given: unknown;
}

/**
 * A secret that would go to another destination than the one it was stored for: it was neither given with this change, nor does any
 * known configuration pair it with that destination.
 */
export function secretElsewhere({ next, known, section, given }: SecretChange) {
  const places = known.map(placesOf);
  for (const [path, place] of placesOf(next)) {
    if (place.destination === '' || isGiven(path, section, given)) continue;
    const stays = places.some((each) => {
      const before = each.get(path);
      if (before?.secret !== place.secret || before.destination !== place.destination) return false;
      return before.unchecked || !place.unchecked;
    });
    if (!stays) return { path, address: place.address };
  }
  return undefined;
}

function placesOf(config: GatewayConfig) {
  return new Map(
    secretsOf(config).flatMap(({ path, keys, secret }) => {
      const row = rowOf(keys);
      if (row === undefined || secret.reveal() === '') return [];
      const block = valueAt(config, keys.slice(0, -1)) as Readonly<Record<string, unknown>>;
      const unchecked = row.unchecked !== undefined && block[row.unchecked] === true;
      const destination = destinationOf(block[row.address]);
      return [[path, { secret: secret.reveal(), destination, unchecked, address: row.address }] as const];
    }),
  );
}

function rowOf(keys: readonly PropertyKey[]): Destination | undefined {
  const row = Object.entries(DESTINATIONS).find(([pattern]) => {
    const parts = pattern.split('.');
    return parts.length === keys.length && parts.every((part, at) => part === '*' || part === keys[at]);
  });
  return row?.[1];
}

function isGiven(path: string, section: string, given: unknown): boolean {
  if (!path.startsWith(`${section}.`)) return false;
  const text = valueAt(given, path.slice(section.length + 1).split('.'));
  return typeof text === 'string' && text !== '' && text !== SECRET_MASK;
}

function valueAt(value: unknown, keys: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return at;
}
