/** Reason for an unusable answer of the provider. Never contains the provider's own text. */
export class UpstreamError extends Error {
  readonly code = 'oidc_upstream';
  override readonly name = 'UpstreamError';
}

export interface FetchLimits {
  /** Name of the request, for messages. */
  readonly what: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Content types that are read; anything else is refused before its body is. */
  readonly types: readonly string[];
}

/**
 * A `fetch` for requests to the provider: no redirect is followed (it could lead anywhere), nothing but the expected
 * type is read, and no more of it than the limit.
 */
export function boundedFetch({ what, fetch: send, signal, maxBytes, types }: FetchLimits): typeof fetch {
  return async (url, init) => {
    const response = await send(url, { ...init, redirect: 'manual', signal });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new UpstreamError(`${what}: it answers with a redirect`);
    }
    const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(type)) {
      await response.body?.cancel();
      throw new UpstreamError(`${what}: the content type of status ${response.status} is none of ${types.join(', ')}`);
    }
    const body = await readBounded(response, maxBytes, what);
    const headers = new Headers({ 'content-type': 'application/json' });
    const cacheControl = response.headers.get('cache-control');
    if (cacheControl !== null) headers.set('cache-control', cacheControl);
    return new Response(body, { status: response.status, headers });
  };
}

async function readBounded(response: Response, maxBytes: number, what: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new UpstreamError(`${what}: the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
