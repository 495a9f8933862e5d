import { GatewayError } from '@ccu-gateway/gateway-core';
import { type Caller, headerOf, rawHeader } from '../../operation/caller.js';
import type { Operation } from '../../operation/operation.js';
import { type BodySource, mediaTypeOf, parseForm, parseJson, readBody } from './body.js';
import { readUpload } from './upload.js';
import { validate } from './validate.js';

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** The body of one request: read at most once, and not before a handler asks for it. */
export interface LazyBody {
  bytes(): Promise<Uint8Array>;
  form(): Promise<Readonly<Record<string, string>>>;
}

export function lazyBody(source: BodySource, rawHeaders: readonly string[], limit = DEFAULT_BODY_LIMIT): LazyBody {
  const bytes = onceOnly(() => readBody(source, rawHeader(rawHeaders, 'content-length'), limit));
  return { bytes, form: onceOnly(async () => parseForm(await bytes())) };
}

/** The checked body of an operation that takes one; of an upload its parts, unread. */
export async function bodyOf<Ports>(
  operation: Operation<Ports>,
  caller: Caller,
  source: BodySource,
  body: LazyBody,
): Promise<unknown> {
  const expected = operation.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const contentType = headerOf(caller, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  if (operation.bodyKind === 'upload') return readUpload(source, mediaType, contentType ?? '');
  // Clients send their usual media type even without a body.
  if (operation.bodyOptional === true && (await body.bytes()).byteLength === 0) return undefined;
  if (mediaType !== expected) {
    throw new GatewayError('unsupported_media_type', `This operation takes ${expected}`, {
      reason: 'unsupported_media_type',
    });
  }
  const value = operation.bodyKind === 'form' ? await body.form() : parseJson(await body.bytes());
  return validate(operation.body!, value, 'body');
}

/** The query by name. A parameter that is sent twice becomes an array, which only schemas that expect one accept. */
export function queryOf(query: string): Readonly<Record<string, string | readonly string[]>> {
  const values: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (query === '') return values;
  for (const [name, value] of PLAIN_QUERY.test(query) ? plainPairs(query) : new URLSearchParams(query)) {
    const before = values[name];
    if (before === undefined) values[name] = value;
    else if (typeof before === 'string') values[name] = [before, value];
    else before.push(value);
  }
  return values;
}

/** Queries without escapes and empty parts, which most are: `URLSearchParams` takes several times as long for them. */
const PLAIN_QUERY = /^[\w.,:*-]+=[\w.,:*-]*(?:&[\w.,:*-]+=[\w.,:*-]*)*$/;

function plainPairs(query: string): readonly (readonly [string, string])[] {
  return query.split('&').map((pair) => {
    const sign = pair.indexOf('=');
    return [pair.slice(0, sign), pair.slice(sign + 1)];
  });
}

function onceOnly<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
