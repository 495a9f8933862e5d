import type { GatewayConfig } from '../../config/index.js';
import { type After, watchProgress } from './progress.js';

export type TargetSettings = GatewayConfig['backup']['own']['target'];

/** Backup at a target. */
export interface TargetFile {
  readonly name: string;
  readonly bytes: number;
}

/** Target for backups off this machine. Incomplete files are never listed. Rejects with errors of the library. */
export interface BackupTarget {
  list(): Promise<readonly TargetFile[]>;
  /** Resolves when the complete file is there under its name. */
  put(name: string, file: string, bytes: number): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface TargetOptions extends Pick<TargetSettings, 'url' | 'region' | 'username'> {
  readonly password: string;
  readonly signal: AbortSignal;
}

const CALL_MS = 60_000;
/** A server may need a while after the last byte, for example for a virus scan. */
const UPLOAD_MS = 300_000;

/**
 * Requests confined to their host: a redirect to another one is a failure, so that no other host gets the credentials
 * or the file. A request without progress ends; a large file over a slow uplink lasts as long as it moves.
 */
export function confinedFetch(signal: AbortSignal, after?: After): typeof fetch {
  return async (input, init = {}) => {
    const progress = watchProgress(init.method === 'PUT' ? UPLOAD_MS : CALL_MS, after);
    try {
      const ends = AbortSignal.any([signal, progress.signal]);
      const body = watchedBody(init, progress.watched);
      const answer = await fetch(input, { ...init, ...body, redirect: 'error', signal: ends });
      if (answer.body !== null) return new Response(progress.watched(answer.body, progress.end), answer);
      progress.end();
      return answer;
    } catch (error) {
      progress.end();
      throw error;
    }
  };
}

/** Bodies that are read piece by piece; only a short piece is in memory. */
function watchedBody(
  { body, headers }: RequestInit,
  watched: (bytes: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
): RequestInit & { readonly duplex?: 'half' } {
  // Half duplex is the only kind, and has to be named.
  if (body instanceof ReadableStream) return { body: watched(body), duplex: 'half' };
  if (!(body instanceof Blob)) return {};
  const length = new Headers(headers);
  length.set('content-length', String(body.size));
  return { body: watched(body.stream()), headers: length, duplex: 'half' };
}
