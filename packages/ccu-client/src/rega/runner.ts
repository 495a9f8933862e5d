import { CcuError, isCcuError, saying } from '../model/errors.js';
import type { ScriptAccess } from '../model/hub-model.js';
import { createGate } from '../time/gate.js';
import { mapTransportError } from '../transport/errors.js';
import type { ScriptErrorCode, ScriptOutput } from './language/output.js';
import type { ReGaScript } from './language/script.js';
import { createScriptWays, type ScriptWaysDeps } from './script-ways.js';
import { REGA_SCRIPTS, type ReGaScriptArgs, type ReGaScriptName, type ReGaScriptRow } from './scripts/index.js';
import { unerasable } from './unerasable.js';
import type { WithoutScripts } from './without-scripts.js';

/** Runs our scripts, one at a time, because a running script blocks the CCU. Rejects with `CcuError`. */
export interface ReGaRunner {
  /** All rows, over as many pages as it takes for scripts that have pages. */
  run<N extends ReGaScriptName>(
    name: N,
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ): Promise<readonly ReGaScriptRow<N>[]>;
}

export interface ReGaRunnerDeps extends ScriptWaysDeps {
  /** For a CCU that refuses scripts. */
  readonly withoutScripts: WithoutScripts;
}

const MAX_PAGES = 1_000;
/** Scripts that change nothing and may be run twice. */
const READS: ReadonlySet<string> = new Set<ReGaScriptName>([
  ...(['names', 'groups', 'values', 'recent_values', 'point', 'programs', 'variables', 'variable_usage'] as const),
  ...(['service_messages', 'alarm_messages', 'inbox', 'users', 'system_info', 'system_serial', 'job_output'] as const),
  'com_test_result',
]);
export function createReGaRunner(deps: ReGaRunnerDeps): ReGaRunner & { readonly access: () => ScriptAccess } {
  const gate = createGate(1);
  const ways = createScriptWays(deps);

  async function page<Args, R>(
    script: Pick<ReGaScript<string, Args, R>, 'name' | 'source' | 'decode'>,
    args: Args,
    signal?: AbortSignal,
  ): Promise<Extract<ScriptOutput<R>, { kind: 'rows' }>> {
    const source = script.source(args);
    const text = await gate
      .run(() => ways.run(source, signal), { signal })
      .catch((error: unknown) => {
        throw isCcuError(error) && READS.has(script.name) ? saying(error, { mayHaveRun: false }) : error;
      });
    let result: ScriptOutput<R>;
    try {
      result = script.decode(text);
    } catch (error) {
      const known = mapTransportError(error);
      throw known.code === 'protocol' ? new CcuError('script_failed', `the script ${script.name} failed`) : known;
    }
    if (result.kind === 'error') throw refusal(result.code);
    return result;
  }

  async function run<N extends ReGaScriptName>(
    name: N,
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ): Promise<readonly ReGaScriptRow<N>[]> {
    // The compiler cannot see that an entry found by `name` has the arguments and rows of `N`.
    const script = REGA_SCRIPTS[name] as unknown as ReGaScript<N, unknown, ReGaScriptRow<N>>;
    const rows: ReGaScriptRow<N>[] = [];
    let current: unknown = args;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const result = await page(script, current, signal);
      for (const row of result.rows) rows.push(row);
      if (result.next === undefined) break;
      current = { ...(args as object), from: result.next };
    }
    return rows;
  }

  return {
    access: ways.access,
    async run(name, args, signal) {
      const otherwise = () => gate.run(() => deps.withoutScripts.run(name, args, signal), { signal });
      if (ways.isRefused()) return await otherwise();
      try {
        const rows = await run(name, args, signal);
        if (name !== 'names' || rows.length > 0) return rows;
        // A server that only seems to run scripts names nothing; a CCU without devices has no names either way.
        return await otherwise().catch(() => rows);
      } catch (error) {
        // A script that may have run is not run again by other means.
        if (isCcuError(error) && error.mayHaveRun === true) throw error;
        if (ways.isRefused()) return await otherwise();
        if (!READS.has(name) || !isCcuError(error) || error.code !== 'script_failed') throw error;
        // The answer was not from a script; where the server has no list of its own, the first failure is more exact.
        return await otherwise().catch(() => Promise.reject(error));
      }
    },
  };
}

function refusal(code: ScriptErrorCode): CcuError {
  switch (code) {
    case 'not_found':
      return new CcuError('not_found', 'the CCU does not know it');
    case 'conflict':
      return new CcuError('conflict', 'the CCU has one of that name');
    case 'invalid':
      return new CcuError('invalid_argument', 'the CCU does not accept it');
    case 'refused':
      return new CcuError('fault', 'the CCU refused');
    case 'unsupported':
      return new CcuError('unsupported', 'this CCU cannot do that');
    case 'unerasable':
      return unerasable();
  }
}
