/** Address of the database, and the user of its clients. Durations are milliseconds. */
export interface PostgresPlace {
  /** A name, an address, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string | undefined;
  /** Undefined: the connection is not encrypted. Otherwise the certificate has to be right. */
  readonly tls?: PostgresTls | undefined;
  /** Lower-case letters, digits and `_`. Default `ccu_gateway`; two fleets in one database have two. */
  readonly schema?: string | undefined;
  /** Connections beside the one that listens. Default 10. */
  readonly poolSize?: number | undefined;
  /** After how long a statement, or the attempt to connect, is given up. Default 5000. */
  readonly patienceMs?: number | undefined;
}

/** How the server proves its identity. */
export interface PostgresTls {
  /** PEM; undefined: the authorities that Node trusts. */
  readonly ca?: string | undefined;
  /** False takes any certificate: traffic is encrypted, but any machine may be the server. Default true. */
  readonly verify?: boolean | undefined;
}

const DEFAULT_SCHEMA = 'ccu_gateway';
const DEFAULT_PATIENCE_MS = 5_000;

/** Everything with its value. @throws RangeError for a schema that is no plain name */
export function complete(place: PostgresPlace) {
  const schema = place.schema ?? DEFAULT_SCHEMA;
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema)) throw new RangeError('schema: lower-case letters, digits and "_"');
  return { ...place, schema, poolSize: place.poolSize ?? 10, patienceMs: place.patienceMs ?? DEFAULT_PATIENCE_MS };
}

export type CompletePlace = ReturnType<typeof complete>;

/** The schema as SQL names it: a plain name here may be a word of SQL, such as `user`. */
export function quoted(schema: string): string {
  return `"${schema}"`;
}

/** The address for messages, without the password. */
export function nameOf({ host, port, database }: Pick<PostgresPlace, 'host' | 'port' | 'database'>): string {
  return `PostgreSQL ${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}
