import { type Ccu, writeOf } from './ccu.js';
import type { Seen } from './seen.js';

export interface WriterOptions {
  readonly ccus: readonly Ccu[];
  /** Of gateways, asked in turn. */
  readonly urls: readonly string[];
  readonly authorization: string;
  /** Who writes, in turn. */
  readonly clients: readonly string[];
  readonly perSecond: number;
  readonly seen: Seen;
}

/** Writes values through the gateways; nothing is repeated. */
export interface Writer {
  /** Resolves when it is known of each write how it ended. */
  stop(): Promise<void>;
}

/** Longer than a gateway takes for any answer. */
const PATIENCE_MS = 60_000;

export function startWriter({ ccus, urls, authorization, clients, perSecond, seen }: WriterOptions): Writer {
  const targets = ccus.flatMap((ccu) => ccu.devices.map((device) => ({ ccu, device })));
  const underWay = new Set<Promise<void>>();
  const busy = new Set<string>();
  let count = 0;

  async function write(ccu: Ccu, device: string): Promise<void> {
    const value = ccu.newValue();
    const name = writeOf(ccu.name, value);
    const client = clients[count % clients.length];
    const url = urls[count % urls.length] ?? '';
    const path = `/api/v1/devices/${device}/channels/1/data-points/SET_POINT_TEMPERATURE/value`;
    busy.add(device);
    seen.say('write_sent', { client, write: name, ccu: ccu.name });
    const outcome = await put(`${url}${path}`, { authorization, value });
    seen.say('write_ended', { client, write: name, outcome });
    busy.delete(device);
  }

  const timer = setInterval(() => {
    count += 1;
    const free = targets.filter(({ device }) => !busy.has(device));
    const target = free[count % Math.max(1, free.length)];
    if (target === undefined) return;
    const done = write(target.ccu, target.device);
    underWay.add(done);
    void done.then(() => underWay.delete(done));
  }, 1_000 / perSecond);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function put(url: string, { authorization, value }: { readonly authorization: string; readonly value: number }) {
  try {
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    if (answer.ok) return 'accepted';
    if (JSON.parse(text).reason === 'outcome_unknown') return 'outcome_unknown';
    return answer.status < 500 ? 'refused' : 'unreachable';
  } catch {
    // The connection ended before the answer came.
    return 'outcome_unknown';
  }
}
