import { usageError } from '../terminal/exit.js';
import type { Rest } from './rest.js';

/** Parameters of a channel that people operate; the first one present counts. */
const OPERATED = ['STATE', 'LEVEL', 'SET_POINT_TEMPERATURE', 'SET_TEMPERATURE', 'SETPOINT', 'LOCK_TARGET_LEVEL'];

/** The parameter that a value without one is meant for. @throws CliError where that is not clear */
export async function operatedParameter(
  rest: Rest,
  path: { readonly addr: string; readonly no: number },
  query: { readonly central: string | undefined },
): Promise<string> {
  const points = await rest.call('listDataPoints', { path, query });
  const writable = points.flatMap(({ parameter, operations }) => (operations?.write === true ? [parameter] : []));
  const found = OPERATED.find((name) => writable.includes(name)) ?? (writable.length === 1 ? writable[0] : undefined);
  if (found !== undefined) return found;
  const which = writable.length === 0 ? 'it has none that can be set' : `it has: ${writable.join(', ')}`;
  throw usageError(`${path.addr}:${path.no} needs the name of a parameter; ${which}`, 'put it before the value');
}
