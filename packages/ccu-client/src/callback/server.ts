import type { InterfaceName } from '../model/model.js';
import type { Log, Now } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';

/** Options of `openCallbackServer`. */
export interface CallbackServerOptions {
  /** Address to listen on, e.g. `0.0.0.0`. */
  readonly host: string;
  /** Port for XML-RPC; 0 lets the system choose. */
  readonly port: number;
  /** Port for BIN-RPC (CUxD); 0 lets the system choose. */
  readonly binPort: number;
  /** What CCUs are told to call; default: the local address that routes to the CCU. */
  readonly publicHost?: string;
  /** Per listener. Default 64. */
  readonly maxConnections?: number;
  /** Accept only the addresses of the configured CCUs and this machine. Default false. */
  readonly restrictSourceIps?: boolean;
  /** Largest accepted body in bytes. Default 32 MiB. */
  readonly maxBodyBytes?: number;
  /** Receives what could not be read or delivered. Default: nothing is logged. */
  readonly log?: Log;
  /** Default `Date.now`. */
  readonly clock?: Now;
}

/** What may change while the server listens. */
export type CallbackBounds = Pick<CallbackServerOptions, 'maxConnections' | 'restrictSourceIps'>;

/** Takes one call of a CCU, in the turn it arrived, after it was answered. Multicalls arrive one by one. */
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

/** Where the CCU is told to call. */
export interface Announced {
  readonly url: string;
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
  close(): Promise<void>;
}
