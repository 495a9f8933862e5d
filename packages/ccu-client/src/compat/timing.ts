import type { RoundTrips } from './callbacks.js';
import type { ServedInterface } from './interfaces.js';
import type { CompatSession } from './json-session.js';
import { different, ok, type Recorder, skipped, type Verdict } from './recorder.js';
import { runScript } from './scripts.js';
import type { Wires } from './wires.js';

const TIMES = 3;
/** Above this part of the time limit of the client, one busy moment makes it give up. */
const HALF = 0.5;

/** How long answers take, against how long this client waits for them. */
export async function checkTiming(
  wires: Wires,
  session: CompatSession | undefined,
  served: readonly ServedInterface[],
  roundTrips: RoundTrips,
  recorder: Recorder,
): Promise<void> {
  const { timings, now } = wires;
  for (const { wire } of served) {
    await recorder.check('timing', `${wire.name} call`, async () =>
      within(await median(now, () => wire.call('system.listMethods')), timings.rpcTimeoutMs),
    );
    await recorder.check('timing', `${wire.name} ping and PONG`, () => {
      const rttMs = roundTrips.get(wire.name);
      if (rttMs === undefined) return skipped('no event came');
      return within(rttMs, timings.pongTimeoutMs * wire.profile.pongPatience);
    });
  }
  await recorder.check('timing', 'JSON-RPC call', async () => {
    if (session === undefined) return skipped('no session');
    return within(await median(now, () => session.call('Session.renew')), timings.jsonTimeoutMs);
  });
  await recorder.check('timing', 'script', async () => {
    if (session === undefined) return skipped('no session');
    return within(await median(now, () => runScript(session, 'inbox', {})), timings.jsonTimeoutMs);
  });
}

async function median(now: Wires['now'], work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const startedAt = now();
    await work();
    durations.push(now() - startedAt);
  }
  return durations.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

function within(ms: number, limitMs: number): Verdict {
  const said = `${Math.round(ms)} ms of ${limitMs} ms`;
  return ms <= limitMs * HALF ? ok(said) : different(`${said}: too close to giving up`);
}
