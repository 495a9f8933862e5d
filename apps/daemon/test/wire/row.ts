import type { SimulatedHouseView } from '@ccu-gateway/ccu-simulator';
import type { Frame } from '../socket.js';
import type { World } from '../world.js';

/** What somebody asks for: members of a REST request, or the arguments of a command. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly args?: Readonly<Record<string, unknown>>;
}

type Role = 'admin' | 'operator' | 'viewer';

/** One write, and everything that must follow from it. */
export interface WriteRow {
  /** `PUT /sysvars/{name}`, or the name of a command. */
  readonly of: string;
  readonly title: string;
  /** Default: the lowest role that may. */
  readonly as?: Role;
  /** Made when it is asked, because ids are the simulator's. */
  readonly ask: Ask | ((house: SimulatedHouseView, world: World) => Ask | Promise<Ask>);
  /** Brings the house into the state that the request is about. */
  readonly before?: (world: World) => void | Promise<void>;
  /** Everything the CCU was told to change, with the types on the wire, in order. */
  readonly wire: readonly string[] | ((house: SimulatedHouseView) => readonly string[]);
  /** Calls that change nothing and still must have been made. */
  readonly reads?: readonly (string | RegExp)[];
  /** Frames that come, each with these members among others. */
  readonly stream: readonly Frame[] | ((house: SimulatedHouseView) => readonly Frame[]);
  /** `[status, body]` of a REST operation (no body: `undefined`), or the data of a command. */
  readonly answer: unknown;
  /** Entries of the history, oldest first, each with these members among others. */
  readonly audit: readonly Frame[];
}

/** A write that is refused. Nothing may reach the CCU, and nothing in its house may be different afterwards. */
export interface RefusedRow {
  readonly of: string;
  readonly title: string;
  readonly as?: Role;
  readonly ask: WriteRow['ask'];
  /** Status and code of a problem, or the code of a command's error. */
  readonly code: readonly [status: number, code: string] | string;
  readonly errors?: readonly Frame[];
}

export const isOperation = (of: string): boolean => /^[A-Z]+ \//.test(of);
