import type { WireValue } from '../house/types.js';
import type { TypedValue } from '../wire/typed-value.js';
import { bool, double, int, text } from '../wire/typed-value.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

export type Struct = Readonly<Record<string, WireValue>>;

/** A value as the text that came with the name of its type. */
export function sent(type: string, value: string): TypedValue {
  switch (type) {
    case 'string':
      return text(value);
    case 'int':
      return int(Math.trunc(Number(value)));
    case 'double':
      return double(Number(value));
    case 'bool':
      return bool(value === 'true' || value === '1');
    default:
      throw new JsonRpcFailure(JSON_ERROR.general, `unknown type ${type}`);
  }
}

/** `LINK_SOURCE_ROLES` becomes `linkSourceRoles`; role texts become lists. */
export function lowerCamel(struct: Struct): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(struct)
      .filter(([name]) => name !== 'RX_MODE' && name !== 'RF_ADDRESS')
      .map(([name, value]) => [
        name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        /ROLES$/.test(name) && typeof value === 'string'
          ? value.split(' ').filter(Boolean)
          : name === 'UPDATABLE'
            ? String(value)
            : value,
      ]),
  );
}

/** Lists as the text of a Tcl list, everything else as a plain text. */
export function tclText(value: WireValue): string {
  if (!Array.isArray(value)) return String(value);
  return value
    .map((item) =>
      typeof item === 'object'
        ? `{${Object.entries(item as Struct)
            .flat()
            .join(' ')}}`
        : `{${item}}`,
    )
    .join(' ');
}
