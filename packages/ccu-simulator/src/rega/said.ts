import { percentDecodeLatin9 } from '@ccu-gateway/ccu-client/wire';

/** A text as the script carries it: percent-bytes in its own character set. */
const LITERAL =
  /^string (s\w+) = "([^"]*)"; \1 = \1\.UriDecode\(\);$|\bstring (s\w+) = "([^"]*)"; \3 = \3\.UriDecode\(\);/gm;

/**
 * The arguments as the script passes them. Its second line has the intended ones; the CCU gets the bytes in its text,
 * and a character without such a byte arrives as another one.
 */
export function saidIn(source: string, args: unknown): unknown {
  const literals = [...source.matchAll(LITERAL)].map((match) => percentDecodeLatin9(match[2] ?? match[4] ?? ''));
  const said = (text: string) =>
    literals.includes(text)
      ? text
      : (literals.find((literal) => literal.length === text.length && alike(literal, text)) ?? text);
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return said(value);
    if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? list(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
  };
  const list = (texts: readonly string[]) => said(texts.join(';')).split(';').slice(0, texts.length);
  return walk(args);
}

/** True for equal ASCII characters. */
function alike(literal: string, text: string): boolean {
  return [...literal].every((char, index) => char === text[index] || (text[index] ?? '') > '\u007f');
}
