import { ConfigError } from './errors.js';
import type { LoadedConfig } from './load.js';
import { issueAt } from './resolve.js';

/** Where an address to listen on is set, and the other ways to set it. */
export type AddressKey = { readonly key: string; readonly otherwise?: string };

export const LISTEN: AddressKey = { key: 'north.rest.listen', otherwise: '--listen or SERVICE_REST_LISTEN' };
export const REDIRECT_LISTEN: AddressKey = { key: 'north.rest.tls.redirect_listen' };
const CALLBACK_HOST: AddressKey = { key: 'callback.host', otherwise: 'SERVICE_CALLBACK_HOST' };
const CALLBACK_PORT: AddressKey = { key: 'callback.port', otherwise: 'SERVICE_CALLBACK_PORT' };
const CALLBACK_BIN_PORT: AddressKey = { key: 'callback.bin_port', otherwise: 'SERVICE_CALLBACK_BIN_PORT' };

/** Error of the operating system for an address that cannot be listened on. */
type ListenError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

/** True when listening failed because another program has the port. */
export function isPortTaken(error: unknown, { key }: AddressKey): boolean {
  return (
    error instanceof ConfigError && error.issues.some((issue) => issue.path === key && issue.code === 'EADDRINUSE')
  );
}

/** A failure to listen as an error of its setting; any other error unchanged. */
export function listenFault(error: unknown, loaded: LoadedConfig, where: AddressKey): unknown {
  const { code, port } = error as ListenError;
  const why = code === undefined ? undefined : reasonFor(code, port);
  if (why === undefined) return error;
  const also = where.otherwise === undefined ? '' : `, also ${where.otherwise}`;
  const issue = issueAt(loaded.layers, where.key.split('.'), `${why} (${where.key}${also})`);
  const origin = loaded.sources.get(where.key) === 'default' ? { origin: 'default' } : {};
  const { line, ...unplaced } = issue;
  return new ConfigError('address_unavailable', [
    { ...unplaced, ...(line === undefined || 'origin' in origin ? {} : { line }), ...origin, code },
  ]);
}

/** The same for the two ports on which CCUs deliver their events. */
export function callbackFault(error: unknown, loaded: LoadedConfig): unknown {
  const { code, port } = error as ListenError;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return listenFault(error, loaded, CALLBACK_HOST);
  const { bin_port: binPort, port: xmlPort } = loaded.config.callback;
  return listenFault(error, loaded, port === binPort && port !== xmlPort ? CALLBACK_BIN_PORT : CALLBACK_PORT);
}

function reasonFor(code: string, port: number | undefined): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is used by another program: stop that, or set another port`;
    case 'EACCES':
      return `this user may not listen on port ${port}: set a port above 1023, or give the right to it`;
    case 'EADDRNOTAVAIL':
      return 'this machine does not have the address: set one that it has, or none for all of them';
    case 'ENOTFOUND':
      return 'the host name cannot be resolved: set an address of this machine';
    default:
      return undefined;
  }
}
