import { randomBytes } from 'node:crypto';
import { type Ccu, writeOf } from './ccu.js';
import { outcomeOf } from './outcome.js';
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

/** Writes values through the gateways. Where it is not known what became of one, it is repeated once, at the next gateway and with the same key. */
export interface Writer {
  /** Resolves when it is known of each write how it ended, with how many there were a second. */
  stop(): Promise<number>;
}

/** Longer than a gateway takes for any answer. */
const PATIENCE_MS = 60_000;

export function startWriter({ ccus, urls, authorization, clients, perSecond, seen }: WriterOptions): Writer {
  const targets = ccus.flatMap((ccu) => ccu.devices.map((device) => ({ ccu, device })));
  const underWay = new Set<Promise<void>>();
  const free = [...targets];
  const began = seen.now();
  let count = 0;

  async function write(target: (typeof targets)[number]): Promise<void> {
    const { ccu, device } = target;
    const value = ccu.newValue();
    const name = writeOf(ccu.name, value);
    const client = clients[count % clients.length];
    const [url, next] = [count, count + 1].map((turn) => urls[turn % urls.length] ?? '');
    const path = `/api/v1/devices/${device}/channels/1/data-points/SET_POINT_TEMPERATURE/value`;
    const trace = randomBytes(16).toString('hex');
    seen.writes.set(trace, name);
    seen.written.add(name);
    seen.say('write_sent', { client, write: name, ccu: ccu.name });
    const outcome = await put(`${url}${path}`, { authorization, value, trace });
    seen.say('write_ended', { client, write: name, outcome });
    if (outcome === 'outcome_unknown') {
      const again = await put(`${next}${path}`, { authorization, value, trace });
      // What is refused may have been so before the gateway looked whether it was asked before.
      seen.say('write_ended', { client, write: name, outcome: again === 'accepted' ? again : outcome });
    }
    free.push(target);
  }

  /** As many as are due by now. Who still waits for an answer is not written to: the next value would take the place of that one. */
  function writeDue(): void {
    const due = ((seen.now() - began) * perSecond) / 1_000;
    while (count < due) {
      const target = free.shift();
      if (target === undefined) return;
      const done = write(target);
      count += 1;
      underWay.add(done);
      void done.then(() => underWay.delete(done));
    }
  }

  const timer = setInterval(writeDue, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      const perSecondSent = (count * 1_000) / (seen.now() - began);
      await Promise.all(underWay);
      return perSecondSent;
    },
  };
}

interface Put {
  readonly authorization: string;
  readonly value: number;
  readonly trace: string;
}

async function put(url: string, { authorization, value, trace }: Put): Promise<string> {
  try {
    const traceparent = `00-${trace}-${trace.slice(0, 16)}-00`;
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { authorization, traceparent, 'idempotency-key': trace, 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    const { reason, code } = answer.ok ? {} : JSON.parse(text);
    return outcomeOf(answer.status, reason ?? code);
  } catch {
    // The connection ended before the answer came.
    return 'outcome_unknown';
  }
}
