import { ok, type Result, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';

/** Largest body an authentication route reads, in bytes. */
export const maxAuthBodyBytes = 65_536;
const maxDepth = 16;

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"utf-8"|utf-8)[ \t]*)?$/i;

/**
 * True only for a declared JSON content type: a foreign page can send a form or text body without a preflight request.
 *
 * @example
 * isJsonContentType('application/json; charset=utf-8'); // true
 * isJsonContentType('text/plain'); // false
 */
export function isJsonContentType(value: string | undefined): boolean {
  return value !== undefined && jsonType.test(value.trim());
}

/**
 * Parses the body of an authentication route: `application/json`, UTF-8, at most 64 KiB and 16 levels deep, no member
 * that could reach an object's prototype.
 *
 * @example
 * const body = parseJsonBody(Buffer.from('{"username":"karl"}'), 'application/json');
 * if (body.ok) console.log(body.value);
 */
export function parseJsonBody(body: Uint8Array, contentType: string | undefined): Result<unknown> {
  if (!isJsonContentType(contentType)) return refuse(problem('unsupported_media_type'));
  if (body.byteLength > maxAuthBodyBytes) return refuse(problem('payload_too_large'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    // Measured on the text, because the parser itself would already have recursed.
    if (depthOf(text) > maxDepth) return refuse(problem('invalid_json'));
    let tainted = false;
    const value: unknown = JSON.parse(text, (key, member: unknown) => {
      if (key === '__proto__' || key === 'constructor') tainted = true;
      return member;
    });
    return tainted ? refuse(problem('invalid_json')) : ok(value);
  } catch {
    return refuse(problem('invalid_json'));
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}
