import { CcuError, type CcuErrorCode, isCcuError } from '../errors.js';
import { createGate } from '../gate.js';
import type { ScriptAccess } from '../hub-model.js';
import type { JsonSession } from '../json/session.js';
import type { Now } from '../ports.js';
import { mapTransportError } from '../transport/errors.js';
import { throwIfAborted } from '../wait.js';
import type { ScriptErrorCode, ScriptOutput } from './output.js';
import type { ReGaScript } from './script.js';
import type { ScriptPort } from './script-port.js';
import { REGA_SCRIPTS, type ReGaScriptArgs, type ReGaScriptName, type ReGaScriptRow } from './scripts/index.js';
import type { WithoutScripts } from './without-scripts.js';

/** Runs our scripts, one at a time: while one runs, the CCU does nothing else. Rejects with `CcuError`. */
export interface ReGaRunner {
  /** All rows, over as many pages as it takes for scripts that have pages. */
  run<N extends ReGaScriptName>(
    name: N,
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ): Promise<readonly ReGaScriptRow<N>[]>;
}

export interface ReGaRunnerDeps {
  readonly session: JsonSession;
  /** For a CCU that refuses scripts. */
  readonly withoutScripts: WithoutScripts;
  readonly now: Now;
  /** There is no logic layer, and so nobody on the script port. */
  readonly isAbsent?: () => boolean;
  /** For when JSON-RPC refuses scripts. */
  readonly scriptPort: ScriptPort;
}

const MAX_PAGES = 1_000;
/** A refusal costs a login each time, so it is not asked for again at once. */
const REFUSED_MS = 600_000;
/** Failures after which it is unknown whether the script ran, or nothing more is to be sent. */
const FINAL: ReadonlySet<CcuErrorCode> = new Set(['timeout', 'protocol', 'closed']);
/** Refusals of scripts rather than of everything, as JSON-RPC says them. */
const REFUSES: ReadonlySet<CcuErrorCode> = new Set([
  'login_refused',
  'level_too_low',
  'unsupported',
  'forbidden_by_firewall',
]);

export function createReGaRunner(deps: ReGaRunnerDeps): ReGaRunner & { readonly access: () => ScriptAccess } {
  const gate = createGate(1);
  let access: ScriptAccess = 'unknown';
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let jsonRefused: { readonly error: unknown; readonly until: number } | undefined;

  async function output(source: string, signal?: AbortSignal): Promise<string> {
    throwIfAborted(signal);
    const first = await overJson(source, signal);
    if (typeof first === 'string') return first;
    if (deps.isAbsent?.() === true) throw first;
    // It may have run all the same, and then a program would run twice.
    if (isCcuError(first) && (FINAL.has(first.code) || first.mayHaveRun)) throw first;
    try {
      const text = await deps.scriptPort.run(source, signal);
      access = 'granted';
      return text;
    } catch (error) {
      throwIfAborted(signal);
      const isBooting = isCcuError(error) && error.code === 'booting';
      if (jsonRefused?.error === first && !isBooting) {
        access = 'refused';
        refusedUntil = deps.now() + REFUSED_MS;
      }
      // What the usual way said is the better explanation.
      throw first;
    }
  }

  /** The output, or why there is none. */
  async function overJson(source: string, signal?: AbortSignal): Promise<unknown> {
    if (jsonRefused !== undefined && deps.now() < jsonRefused.until) return jsonRefused.error;
    try {
      const result = await deps.session.call('ReGa.runScript', { script: source }, signal, isScriptOutput);
      deps.scriptPort.rest();
      access = 'granted';
      return typeof result === 'string' ? result : '';
    } catch (error) {
      throwIfAborted(signal);
      const isRefusal = isCcuError(error) && REFUSES.has(error.code) && (await isLoggedIn(error, signal));
      jsonRefused = isRefusal ? { error, until: deps.now() + REFUSED_MS } : undefined;
      return error;
    }
  }

  /** Tells a refusal of scripts from one of the login. */
  async function isLoggedIn(error: CcuError, signal?: AbortSignal): Promise<boolean> {
    if (error.code === 'level_too_low') return true;
    return await deps.session.isOpen(signal).catch(() => false);
  }

  const isRefused = () => access === 'refused' && deps.now() < refusedUntil;

  async function page<Args, R>(
    script: Pick<ReGaScript<string, Args, R>, 'name' | 'source' | 'decode'>,
    args: Args,
    signal?: AbortSignal,
  ): Promise<Extract<ScriptOutput<R>, { kind: 'rows' }>> {
    const source = script.source(args);
    const text = await gate.run(() => output(source, signal));
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
    // The compiler does not see that an entry found by `name` is the one whose arguments and rows `N` names.
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
    access: () => access,
    async run(name, args, signal) {
      if (!isRefused()) {
        try {
          return await run(name, args, signal);
        } catch (error) {
          if (!isRefused()) throw error;
        }
      }
      return await gate.run(() => deps.withoutScripts.run(name, args, signal));
    },
  };
}

/** A script that ran says so at its end. */
function isScriptOutput(result: unknown): boolean {
  return typeof result === 'string' && /^@(?:end|more|error)\b/m.test(result);
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
  }
}
