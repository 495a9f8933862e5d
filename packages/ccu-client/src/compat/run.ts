import { CcuError } from '../model/errors.js';
import { checkCallbacks } from './callbacks.js';
import { checkEncodings } from './encodings.js';
import { readVersion } from './firmware.js';
import { checkInterfaces, servedNames } from './interfaces.js';
import { checkJsonMethods, checkLogin } from './json-methods.js';
import { openCompatSession } from './json-session.js';
import type { CompatOptions, CompatRun } from './model.js';
import { checkOwnThings } from './own-things.js';
import { createRecorder } from './recorder.js';
import { checkRpcMethods } from './rpc-methods.js';
import { checkScripts } from './scripts.js';
import { checkTiming } from './timing.js';
import { openWires, type Wires } from './wires.js';

/**
 * Holds a live CCU against everything this client assumes of it. It changes nothing that the CCU keeps: it opens one session
 * and registers one callback address per interface, and takes both back. With `write` it makes things of its own and
 * removes them.
 *
 * @throws CcuError `unreachable` when nothing answers; `aborted` when the signal aborts
 *
 * @example
 * const callbacks = await openCallbackServer({ host: '0.0.0.0', port: 0, binPort: 0 });
 * const run = await checkCompatibility({ host: 'ccu.local', interfaces: [{ name: 'HmIP-RF' }], callbacks });
 * console.log(run.passed, countOutcomes(run.results));
 */
export async function checkCompatibility(options: CompatOptions): Promise<CompatRun> {
  const wires = openWires(options);
  try {
    return await runAll(wires, options);
  } finally {
    wires.close();
  }
}

async function runAll(wires: Wires, options: CompatOptions): Promise<CompatRun> {
  const recorder = createRecorder({ now: wires.now, signal: wires.signal, onResult: options.onResult });
  const served = await checkInterfaces(wires, recorder);
  const session = await checkLogin(wires, () => openCompatSession(wires), recorder);
  if (served.length === 0 && session === undefined && !(await answers(wires))) {
    throw new CcuError('unreachable', 'nothing answers at that host');
  }
  try {
    for (const one of served) await checkRpcMethods(one, recorder);
    await checkJsonMethods(wires, session, served[0]?.wire.name, recorder);
    await checkScripts(wires, session, servedNames(served), recorder);
    await checkEncodings(wires, served, recorder);
    const roundTrips = await checkCallbacks(wires, options.callbacks, served, recorder);
    await checkTiming(wires, session, served, roundTrips, recorder);
    if (options.write === true) await checkOwnThings(wires, session, recorder);
    const version = await readVersion(session);
    const { results } = recorder;
    return {
      passed: results.every(({ outcome }) => outcome !== 'different' && outcome !== 'failed'),
      login: session !== undefined ? 'accepted' : wires.credentials === undefined ? 'none' : 'refused',
      ...version,
      wrote: options.write === true,
      results,
    };
  } finally {
    await session?.logout().catch(() => undefined);
  }
}

/** True when the web server answers at all. */
async function answers({ json, timings, signal }: Wires): Promise<boolean> {
  const reply = await json
    .call({ method: 'system.listMethods', timeoutMs: timings.jsonTimeoutMs, signal })
    .catch(() => undefined);
  return reply !== undefined;
}
