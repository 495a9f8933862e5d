import { readFile } from 'node:fs/promises';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Time } from '../time/time.js';

/** Texts that outlive the process, by key. */
export interface BridgeStates {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string): Promise<void>;
}

/** Positions in the event stream below a prefix of their keys. Without a database each start is a first one. */
export function positionsIn(states: BridgeStates | undefined, prefix: string) {
  const keyOf = (name: string) => `${prefix}.${name}`;
  return {
    async load(name: string) {
      const text = await states?.load(keyOf(name)).catch(() => undefined);
      return text === undefined ? undefined : readPosition(text);
    },
    save: async (name: string, position: { readonly epoch: string; readonly seq: number }) =>
      states?.save(keyOf(name), JSON.stringify(position)),
  };
}

function readPosition(text: string) {
  try {
    const { epoch, seq } = JSON.parse(text) as { readonly epoch?: unknown; readonly seq?: unknown };
    return typeof epoch === 'string' && typeof seq === 'number' && Number.isSafeInteger(seq)
      ? { epoch, seq }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Waits that a signal ends. */
export function waitOn(time: Time): (ms: number, signal: AbortSignal) => Promise<void> {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = time.after(ms, end);
      signal.addEventListener('abort', end);
    });
}

/** The text of a PEM file; the refusal names the field that says where it is. */
export async function readPem(path: string, field: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as { readonly code?: string }).code ?? 'unknown';
    const reason = `cannot be read (${code}): expected the path of a PEM file`;
    throw new GatewayError('validation', `${field} ${reason}`, {
      reason: 'validation_failed',
      errors: [{ field, reason }],
    });
  }
}
