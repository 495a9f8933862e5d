import { usageError } from './exit.js';
import { valueAt } from './fields.js';

/** True for a wanted entry. */
export type Where = (entry: object) => boolean;

const TERM = /^(?<path>[A-Za-z_][\w.]*)\s*(?:(?<sign>!?=)\s*(?<value>[^=\s].*)|in\s*\((?<list>[^()]+)\))$/;
const SHORT: Readonly<Record<string, string>> = { param: 'parameter', device: 'device_address' };

/**
 * `parameter in (LEVEL,STATE) and central=home`: a name is that of a member of the event or of its payload, and values are
 * compared as they are printed. @throws CliError
 */
export function parseWhere(text: string): Where {
  const terms = text.split(/(?<!\s)\s+and\s+/).map(termOf);
  return (entry) => terms.every((term) => term(entry));
}

function termOf(text: string): Where {
  const { path = '', sign, value, list } = TERM.exec(text.trim())?.groups ?? {};
  const wanted = (list?.split(',') ?? (value === undefined ? [] : [value])).map((each) => unquoted(each.trim()));
  if (wanted.length === 0 || wanted.includes('')) {
    throw usageError(
      `--where does not understand "${text.trim()}"`,
      "--where 'parameter in (LEVEL,STATE) and central=home'; also !=",
    );
  }
  const name = SHORT[path] ?? path;
  return (entry) => {
    const found = valueAt(entry, name) ?? valueAt(entry, `payload.${name}`);
    return wanted.includes(typeof found === 'object' ? JSON.stringify(found) : String(found)) === (sign !== '!=');
  };
}

const unquoted = (text: string) => /^(['"])(.*)\1$/.exec(text)?.[2] ?? text;
