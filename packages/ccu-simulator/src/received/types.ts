import type { InterfaceName } from '../house/types.js';
import type { TypedValue } from '../wire/typed-value.js';

/** One call this CCU received on an RPC port. */
export interface ReceivedCall {
  /** Milliseconds since the Unix epoch, by the simulator's clock. */
  readonly at: number;
  readonly interfaceName: InterfaceName;
  readonly method: string;
  readonly params: readonly TypedValue[];
  /** Fault code the call was answered with, when it was refused. */
  readonly faultCode?: number;
}

/** One JSON-RPC call this CCU received; passwords are replaced by `***`. */
export interface ReceivedJsonCall {
  readonly at: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errorCode?: number;
}

/** One ReGa script this CCU ran. */
export interface ReceivedScript {
  readonly at: number;
  /** `?` for one without the marker line. */
  readonly name: string;
  /** Arguments as the marker names them. */
  readonly args: unknown;
}

/** Calls received by this CCU, oldest first; each list keeps at most the last 20 000 entries. */
export interface ReceivedLog {
  readonly calls: readonly ReceivedCall[];
  readonly jsonCalls: readonly ReceivedJsonCall[];
  /** Names of the ReGa scripts that were run (`?` for one without the marker line). */
  readonly scripts: readonly string[];
  /** The same scripts with their arguments. */
  readonly scriptCalls: readonly ReceivedScript[];
  /** Calls of one method, oldest first. */
  of(method: string, interfaceName?: InterfaceName): readonly ReceivedCall[];
  clear(): void;
}
