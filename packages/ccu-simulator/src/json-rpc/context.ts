import type { FaultSwitches } from '../environment/switches.js';
import type { InterfaceName, SimulatorUser, WireValue } from '../house/types.js';
import type { SimulatedHouse } from '../live/house.js';
import type { Product } from '../product/product.js';
import type { ReGa, ScriptRun } from '../rega/answer.js';
import type { InterfaceProcess } from '../rpc/interface-process.js';
import type { Sessions } from '../web/sessions.js';
import { RpcFault } from '../wire/fault.js';
import type { TypedValue } from '../wire/typed-value.js';
import { plain } from '../wire/typed-value.js';
import { fromFault, JSON_ERROR, JsonRpcFailure } from './error.js';

export interface JsonRpcContext {
  readonly state: SimulatedHouse;
  readonly sessions: Sessions;
  readonly rega: ReGa;
  readonly switches: FaultSwitches;
  readonly serial: string;
  readonly product: Product;
  /** Zone of the CCU's clock, which its answers do not contain. */
  readonly timeZone: string | undefined;
  readonly authRequired: boolean;
  readonly otherServers: readonly { readonly name: string; readonly port: number }[];
  readonly interfaces: ReadonlyMap<InterfaceName, InterfaceProcess>;
  readonly onScript: (script: ScriptRun) => void;
}

export type JsonParams = Readonly<Record<string, unknown>>;

/** Lowest user level a method wants; `none` needs no session at all. */
type Level = 'none' | 1 | 2 | 8;

export interface JsonMethod {
  readonly level: Level;
  readonly run: (params: JsonParams, user: SimulatorUser | undefined) => unknown;
}

export type JsonMethods = Readonly<Record<string, JsonMethod>>;

/**
 * The CCU's Tcl reads the output of its own scripts as lists: an unbalanced brace in a name breaks the answer.
 *
 * @throws JsonRpcFailure
 */
export function breaksOn<T extends { readonly name: string }>(objects: readonly T[]): readonly T[] {
  if (objects.some(({ name }) => isUnbalanced(name))) {
    throw new JsonRpcFailure(JSON_ERROR.internal, 'internal error: unmatched open brace in list');
  }
  return objects;
}

export function isUnbalanced(name: string): boolean {
  let depth = 0;
  for (const char of name) {
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (depth < 0) return true;
  }
  return depth !== 0;
}

export function textOf(params: JsonParams, name: string): string {
  const value = params[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new JsonRpcFailure(JSON_ERROR.missingArgument, `missing argument (${name})`);
}

export function numberOf(params: JsonParams, name: string): number {
  const value = Number(textOf(params, name));
  if (!Number.isFinite(value)) throw new JsonRpcFailure(JSON_ERROR.general, `not a number (${name})`);
  return value;
}

export function flagOf(params: JsonParams, name: string): boolean {
  return ['1', 'true'].includes(textOf(params, name));
}

/** Calls an interface process as the web interface does, and answers bare values. */
export async function callInterface(
  context: JsonRpcContext,
  params: JsonParams,
  call: readonly [method: string, ...params: TypedValue[]],
): Promise<WireValue> {
  const process = context.interfaces.get(textOf(params, 'interface') as InterfaceName);
  if (process === undefined) throw new JsonRpcFailure(JSON_ERROR.unknownInterface, 'unknown interface');
  const [method, ...args] = call;
  try {
    return plain(await process.call(method, args));
  } catch (error) {
    if (error instanceof RpcFault) throw fromFault(error.code, error.message);
    throw error;
  }
}
