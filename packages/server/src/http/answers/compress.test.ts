import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.js';
import { compressed } from './compress.js';

const text = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => ({ parameter: 'LEVEL', value: index })));

function answerOf(body: Answer['body'], change: Partial<Answer> = {}): Answer {
  const headers: Record<string, string> = { etag: 'W/"1"' };
  if (typeof body === 'string') headers['content-length'] = String(body.length);
  return { status: 200, headers, cookies: ['a=1'], body, ...change };
}

/** Pieces one by one, as they are asked for. */
function streamOf(pieces: readonly string[], { onCancel = () => {}, failAtEnd = false } = {}) {
  const left = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(new TextEncoder().encode(next));
      else if (failAtEnd) controller.error(new Error('the source failed'));
      else controller.close();
    },
    cancel: onCancel,
  });
}

async function bytesOf({ body }: Answer): Promise<Buffer> {
  return Buffer.from(await new Response(body as never).arrayBuffer());
}

describe('an answer that may be compressed', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, *', 'gzip', gunzipSync],
  ] as const)('is, for a caller that takes "%s", sent as %s', async (accepted, encoding, decode) => {
    const halves = [text.slice(0, 9_000), text.slice(9_000)];
    for (const body of [text, halves.map((half) => Buffer.from(half)), streamOf(halves)]) {
      const answer = compressed(answerOf(body), accepted);
      expect(answer.headers).toEqual({ etag: 'W/"1"', vary: 'Accept-Encoding', 'content-encoding': encoding });
      expect(answer.cookies).toEqual(['a=1']);
      const bytes = await bytesOf(answer);
      expect(bytes.length).toBeLessThan(text.length / 4);
      expect(decode(bytes).toString()).toBe(text);
    }
  });

  it.each([undefined, '', 'identity', 'gzip;q=0, br;q=0.0', 'zstd'])('stays as it is for "%s"', (accepted) => {
    const answer = compressed(answerOf(text, { headers: { vary: 'Accept' } }), accepted);
    expect(answer).toEqual(answerOf(text, { headers: { vary: 'Accept, Accept-Encoding' } }));
  });

  it('stays as it is where it is small, or no success', () => {
    const small = answerOf('{}');
    expect(compressed(small, 'br').body).toBe('{}');
    expect(compressed(small, 'br').headers['content-length']).toBe('2');
    expect(compressed(answerOf(text, { status: 409 }), 'br').body).toBe(text);
    expect(compressed(answerOf(null, { status: 304 }), 'br').headers).toEqual({
      etag: 'W/"1"',
      vary: 'Accept-Encoding',
    });
  });

  it('is made no further when the caller has gone', async () => {
    let cancelled = (): void => {};
    const isCancelled = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000))),
      cancel: () => cancelled(),
    });
    const reader = (compressed(answerOf(endless), 'br').body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await isCancelled;
  });

  it('ends in its middle when its source fails, and not as if it were whole', async () => {
    const failing = compressed(answerOf(streamOf([text], { failAtEnd: true })), 'gzip');
    await expect(bytesOf(failing)).rejects.toThrow();
  });
});
