import type { InterfaceName } from './model.js';

/** One interface to connect to, where its name alone does not say enough. */
export interface InterfaceOptions {
  /** A name that CCUs do not have makes it a generic server, e.g. `CCU-Jack`: `A-Z a-z 0-9 . _ -`, at most 32 characters. */
  readonly name: InterfaceName;
  /** Default: the usual port for this interface, plain or TLS. Needed for a generic server that is not well known. */
  readonly port?: number;
  /** Path of the URL, default `/`, `/groups` for VirtualDevices, `/RPC3` for CCU-Jack, `/RPC2` for other generic servers. */
  readonly path?: string;
  /** Generic servers only: where it runs, when not on the CCU. Default: the CCU's host. */
  readonly host?: string;
  /** Generic servers only: true for TLS. Default: as the CCU. */
  readonly tls?: boolean;
  /** Generic servers only: in which calls are written. Default UTF-8. */
  readonly encoding?: 'latin1' | 'utf8';
}
