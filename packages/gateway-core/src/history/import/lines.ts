import { GatewayError } from '../../use-case/errors.js';

/** A line of a file, from number 1. Its text is absent where it is longer than allowed. */
export interface NumberedLine {
  readonly number: number;
  readonly text?: string;
}

/** Bounds of a file. Characters and bytes. */
export interface LineBounds {
  readonly maxLine: number;
  readonly maxBytes: number;
}

/**
 * Splits a file of UTF-8 into lines, those of a chunk at a time; little more than one chunk and one line are in memory.
 *
 * @throws GatewayError `payload_too_large`
 */
export async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  { maxLine, maxBytes }: LineBounds,
): AsyncGenerator<{ readonly lines: readonly NumberedLine[]; readonly bytes: number }, void, void> {
  const decoder = new TextDecoder();
  let [bytes, number, rest, isCut] = [0, 0, '', false];

  function take(text: string): readonly NumberedLine[] {
    // Only the new text is searched, as the rest of a long line grows with each chunk.
    const parts = text.split('\n');
    parts[0] = rest + (parts[0] ?? '');
    rest = parts.pop() ?? '';
    const lines = parts.map((part) => lineOf(part));
    if (rest.length > maxLine) [rest, isCut] = ['', true];
    return lines;
  }
  function lineOf(part: string): NumberedLine {
    number += 1;
    const isLong = isCut || part.length > maxLine;
    isCut = false;
    return isLong ? { number } : { number, text: part.endsWith('\r') ? part.slice(0, -1) : part };
  }

  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield { lines: take(decoder.decode(chunk, { stream: true })), bytes };
  }
  const end = take(decoder.decode());
  yield { lines: rest === '' && !isCut ? end : [...end, lineOf(rest)], bytes };
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError('payload_too_large', `A file has at most ${maxBytes} bytes; import it in parts`, {
    reason: 'import_too_large',
  });
}
