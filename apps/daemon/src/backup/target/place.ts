import type { GatewayConfig } from '../../config/index.js';

export type TargetSettings = GatewayConfig['backup']['own']['target'];

/** A backup at another place. */
export interface TargetFile {
  readonly name: string;
  readonly bytes: number;
}

/** A place for backups off this machine. What is not whole is never listed. Rejects with what the library throws. */
export interface BackupTarget {
  list(): Promise<readonly TargetFile[]>;
  /** Resolves when the whole file is there under its name. */
  put(name: string, file: string, bytes: number): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface TargetOptions extends Pick<TargetSettings, 'url' | 'region' | 'username'> {
  readonly password: string;
  readonly signal: AbortSignal;
}

const CALL_MS = 60_000;
/** For a file over a slow uplink. */
const UPLOAD_MS = 3 * 3_600_000;

/**
 * Requests that stay with the host they are for: an answer that leads elsewhere is a failure, so that no other host gets the
 * credentials or the file. None lasts forever.
 */
export function confinedFetch(signal: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(init.method === 'PUT' ? UPLOAD_MS : CALL_MS);
    return fetch(input, { ...init, redirect: 'error', signal: AbortSignal.any([signal, limit]) });
  };
}
