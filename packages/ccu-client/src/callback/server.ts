import type { InterfaceName } from '../model/model.js';
import type { Log, Now, Timers } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';

/** Options of `openCallbackServer`. */
export interface CallbackServerOptions {
  /** Address to listen on, e.g. `0.0.0.0`. */
  readonly host: string;
  /** Port for XML-RPC; 0 lets the system choose. */
  readonly port: number;
  /** Port for BIN-RPC (CUxD); 0 lets the system choose. */
  readonly binPort: number;
  /** Host in the callback addresses of the CCUs; default: the local address that routes to the CCU. */
  readonly publicHost?: string;
  /** Per listener. Default 64. */
  readonly maxConnections?: number;
  /**
   * `true`: only the addresses of the configured CCUs and of this machine may call. `false`: every address may.
   * Default: as `true` for each CCU that calls from an address of its own. A CCU behind another address (NAT, a
   * container) is identified by its path, which no other client has.
   */
  readonly restrictSourceIps?: boolean;
  /** Largest accepted body in bytes. Default 32 MiB. */
  readonly maxBodyBytes?: number;
  /** Receives unreadable and undeliverable calls. Default: nothing is logged. */
  readonly log?: Log;
  /** Default `Date.now`. */
  readonly clock?: Now;
  /** Default: those of the system. */
  readonly timers?: Timers;
}

/** A caller that was turned away. */
export interface RefusedCaller {
  readonly address: string;
  readonly wire: 'xml' | 'bin';
  /**
   * `address`: it belongs to no CCU; `path`: no CCU was given this path; `unknown_peer`: no interface uses BIN-RPC
   * there.
   */
  readonly why: 'address' | 'path' | 'unknown_peer';
  readonly times: number;
  /** Milliseconds since the Unix epoch. */
  readonly lastAt: number;
}

/** Restriction of callers, with counts of refused calls. */
export interface CallbackStatus {
  /** True when addresses are checked; `where_known`: those of CCUs that call from an address of their own. */
  readonly restricted: boolean | 'where_known';
  /** The last ones, at most 16. */
  readonly refused: readonly RefusedCaller[];
  /** CCUs that call from an address that is not their own. */
  readonly elsewhere: readonly {
    readonly central: string;
    readonly interfaceName: InterfaceName;
    readonly address: string;
  }[];
}

/** Options that may change while the server listens. */
export type CallbackBounds = Pick<CallbackServerOptions, 'maxConnections' | 'restrictSourceIps'>;

/**
 * Takes one call of a CCU, after it was answered. Multicalls arrive one by one; a long one takes several turns of the event
 * loop, and calls keep their order.
 */
export type CallbackHandler = (call: RpcCall) => void;

/** One interface of one CCU, with the handler that takes its calls. */
export interface CallbackRegistration {
  /** Configured name of the CCU. */
  readonly central: string;
  readonly interfaceName: InterfaceName;
  /** The second argument of `init`, echoed in every call. */
  readonly interfaceId: string;
  /** Host name or address of the CCU. */
  readonly ccuHost: string;
  /** `bin`: the CCU calls `binPort`; `xml`: it calls `port`. */
  readonly protocol: 'xml' | 'bin';
  readonly handler: CallbackHandler;
  /** A call for this interface arrived in part, could not be read or worked on, or was refused: its content is lost. */
  readonly onUnreadable?: () => void;
  /** The same batch came once more and was left out. */
  readonly onRepeated?: () => void;
}

/** Callback address of the CCU. */
export interface Announced {
  readonly url: string;
  /** The same for people: without the secret part of the path. */
  readonly shown: string;
  /** `configured` by `publicHost`, `bound` to one address, or `detected` from the route to the CCU. */
  readonly from: 'configured' | 'bound' | 'detected';
}

/** The way from one interface of a CCU to its handler, as `register` returns it. */
export interface CallbackRoute {
  /**
   * Finds the callback address for `init`.
   *
   * @throws CcuError `unreachable` when no route leads to the CCU; `invalid_argument` when the interface process cannot
   * call the address
   */
  announce(): Promise<Announced>;
  /** Ends the delivery to the handler. */
  remove(): void;
}

/** One XML-RPC and one BIN-RPC listener for every CCU of the process, with one path per CCU and interface. */
export interface CallbackServer {
  readonly port: number;
  readonly binPort: number;
  /** Other bounds from now on; a bound that is left out goes back to its default. Connections that are refused now end. */
  reconfigure(bounds: CallbackBounds): void;
  /** For `connectCcu`. */
  register(registration: CallbackRegistration): CallbackRoute;
  /** Restriction of callers, with counts of refused calls. */
  status(): CallbackStatus;
  close(): Promise<void>;
}
