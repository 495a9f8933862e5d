import { GatewayError } from '@ccu-gateway/gateway-core';

/** Source of a body, read at most once, whole or piece by piece. */
export interface BodySource {
  readonly body: ReadableStream<Uint8Array> | null;
  /** All of it, several times faster. Present only where no more can come than `Content-Length` announced. */
  readonly whole?: (() => Promise<ArrayBuffer>) | undefined;
}

export const MAX_JSON_DEPTH = 16;

/**
 * Reads a body of at most `limit` bytes. A larger declared length is refused before reading; a longer body is cut off.
 */
export async function readBody(
  source: BodySource,
  contentLength: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  if (contentLength !== undefined && Number(contentLength) > limit) throw tooLarge(limit);
  try {
    if (contentLength !== undefined && source.whole !== undefined) return new Uint8Array(await source.whole());
    return source.body === null ? new Uint8Array(0) : await readPieces(source.body, limit);
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError('bad_request', 'The body ended before it was complete', {
      reason: 'body_incomplete',
      cause: error,
    });
  }
}

async function readPieces(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return chunks.length === 1 ? chunks[0]! : concat(chunks, size);
}

/** Parses JSON text that must be UTF-8, at most 16 levels deep and free of keys that could reach a prototype. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new GatewayError('bad_request', 'The body is not UTF-8', { reason: 'invalid_json' });
  }
  return parseJsonText(text);
}

export function parseJsonText(text: string): unknown {
  if (depthOf(text) > MAX_JSON_DEPTH) {
    throw new GatewayError('bad_request', `The body nests deeper than ${MAX_JSON_DEPTH} levels`, {
      reason: 'invalid_json',
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new GatewayError('bad_request', 'The body is not valid JSON', { reason: 'invalid_json' });
  }
  if ((text.includes('__proto__') || text.includes('constructor') || text.includes('\\u')) && hasForbiddenKey(value)) {
    throw new GatewayError('bad_request', 'The body has a member that is never allowed', { reason: 'invalid_json' });
  }
  return value;
}

/** Fields of an HTML form. A field that is sent twice is refused. */
export function parseForm(bytes: Uint8Array): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    if (name in fields)
      throw new GatewayError('bad_request', 'A form field was sent twice', { reason: 'form_duplicate' });
    fields[name] = value;
  }
  return fields;
}

/** The media type of a Content-Type header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Counts nesting on the text, so that a hostile body is refused before a parser recurses into it. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

function hasForbiddenKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasForbiddenKey);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, below]) => key === '__proto__' || key === 'constructor' || hasForbiddenKey(below),
  );
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError('payload_too_large', `The body is larger than ${limit} bytes`, { reason: 'body_too_large' });
}
