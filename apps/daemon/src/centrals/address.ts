import type { ConnectOptions, InterfaceOptions } from '@ccu-gateway/ccu-client';
import { defined } from '@ccu-gateway/gateway-core/parts';
import type { CentralConfig } from '../config/index.js';

const ENCODINGS = { 'utf-8': 'utf8', 'iso-8859-1': 'latin1' } as const;

/** Where a CCU of the configuration is, and how it is spoken to. */
export function addressOf(
  central: CentralConfig,
): Pick<
  ConnectOptions,
  | 'host'
  | 'username'
  | 'password'
  | 'jsonRpcPort'
  | 'regaPort'
  | 'timeZone'
  | 'tls'
  | 'tlsFingerprint'
  | 'tlsInsecureSkipVerify'
> & { readonly interfaces: readonly InterfaceOptions[] } {
  return {
    host: central.host,
    interfaces: central.interfaces.map(({ name, port, remote_path, host, tls, encoding }) => ({
      name,
      ...defined({
        port: (central.ports[name] ?? port ?? central.port) || undefined,
        path: remote_path,
        host,
        tls,
        encoding: encoding === undefined ? undefined : ENCODINGS[encoding],
      }),
    })),
    ...defined({
      username: central.username || undefined,
      password: central.password?.reveal() || undefined,
      jsonRpcPort: central.json_rpc_port || undefined,
      regaPort: central.rega_port,
      timeZone: central.timezone,
      tlsFingerprint: central.tls_fingerprint,
    }),
    tls: central.tls,
    tlsInsecureSkipVerify: central.tls_insecure_skip_verify,
  };
}
