import { readFileSync } from 'node:fs';
import type { PostgresPlace, PostgresTls } from './database/options.js';

const PORT = 5432;

/**
 * Parses a URL as `psql` reads it: `sslmode` (`disable`, `require` or `verify-full`) and `sslrootcert` are understood.
 * @throws RangeError, without the URL
 *
 * @example
 * placeOfUrl('postgres://gateway:secret@db.example/gateway?sslmode=verify-full');
 */
export function placeOfUrl(text: string): PostgresPlace {
  if (!URL.canParse(text)) throw new RangeError(SHAPE);
  const url = new URL(text);
  const { protocol, hostname, port, username, password, pathname, searchParams } = url;
  if (!/^postgres(ql)?:$/.test(protocol)) throw new RangeError(SHAPE);
  const database = decodeURIComponent(pathname.slice(1));
  // A unix socket has its folder where others have parameters.
  const host = searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '' || database === '' || username === '') throw new RangeError(SHAPE);
  const unknown = [...searchParams.keys()].find((name) => !['host', 'sslmode', 'sslrootcert'].includes(name));
  if (unknown !== undefined) throw new RangeError(`the parameter ${unknown} is not known`);
  const tls = tlsOf(searchParams.get('sslmode') ?? undefined, searchParams.get('sslrootcert') ?? undefined);
  return {
    host: decodeURIComponent(host),
    port: port === '' ? PORT : Number(port),
    database,
    user: decodeURIComponent(username),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(tls !== undefined && { tls }),
  };
}

const SHAPE = 'expected postgres://USER:PASSWORD@HOST:PORT/DATABASE';

function tlsOf(mode: string | undefined, rootCertificate: string | undefined): PostgresTls | undefined {
  switch (mode) {
    case undefined:
    case 'disable':
      if (rootCertificate !== undefined) throw new RangeError('sslrootcert needs sslmode=verify-full');
      return undefined;
    case 'require':
      return { verify: false };
    case 'verify-full':
      return { ...(rootCertificate !== undefined && { ca: readAuthority(rootCertificate) }) };
    default:
      throw new RangeError('sslmode: expected disable, require or verify-full');
  }
}

/**
 * The certificates in a file. @throws RangeError
 *
 * @example
 * const ca = readAuthority("/etc/ssl/fleet.pem");
 */
export function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new RangeError(`${file} cannot be read (${code})`);
  }
}
