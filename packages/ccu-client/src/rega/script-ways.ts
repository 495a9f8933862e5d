import { silent } from '../json/logic-layer-watch.js';
import type { JsonSession } from '../json/session.js';
import { type CcuError, type CcuErrorCode, isCcuError } from '../model/errors.js';
import type { ScriptAccess } from '../model/hub-model.js';
import type { Now } from '../model/ports.js';
import { throwIfAborted } from '../time/wait.js';
import { createRefusalMemory } from './refusal-memory.js';
import type { ScriptPort } from './script-port.js';

/** The two ways on which a script gets to the logic layer: JSON-RPC, and the script port when JSON-RPC refuses. */
export interface ScriptWays {
  /** The output of a script. Rejects with the error of the usual way. */
  run(source: string, signal?: AbortSignal): Promise<string>;
  access(): ScriptAccess;
  /** Both ways refused lately; neither is tried for a while. */
  isRefused(): boolean;
}

export interface ScriptWaysDeps {
  readonly session: Pick<JsonSession, 'call' | 'isOpen' | 'isSilent'>;
  /** For when JSON-RPC refuses scripts. */
  readonly scriptPort: Pick<ScriptPort, 'run' | 'rest'>;
  readonly now: Now;
  /** There is no logic layer, and so no server on the script port. */
  readonly isAbsent?: () => boolean;
}

/** Failures that leave it open that the script ran, or that forbid further requests. */
const FINAL: ReadonlySet<CcuErrorCode> = new Set(['timeout', 'protocol', 'closed', 'not_permitted']);
/** Refusals of scripts, not of the session, as JSON-RPC reports them. */
const REFUSES: ReadonlySet<CcuErrorCode> = new Set([
  'login_refused',
  'level_too_low',
  'unsupported',
  'forbidden_by_firewall',
]);

export function createScriptWays(deps: ScriptWaysDeps): ScriptWays {
  const { session, scriptPort, now } = deps;
  let access: ScriptAccess = 'unknown';
  const refusals = createRefusalMemory<CcuError>(now);

  /** The output, or why there is none. */
  async function overJson(source: string, signal?: AbortSignal): Promise<unknown> {
    const refusal = refusals.current();
    if (refusal !== undefined) return refusal;
    try {
      const result = await session.call('ReGa.runScript', { script: source }, signal, isScriptOutput);
      scriptPort.rest();
      refusals.forget();
      access = 'granted';
      return typeof result === 'string' ? result : '';
    } catch (error) {
      // A caller that gives up gets an error with `mayHaveRun`.
      if (isCcuError(error) && error.mayHaveRun === true) return error;
      throwIfAborted(signal);
      if (isCcuError(error) && REFUSES.has(error.code) && (await isLoggedIn(error, signal))) refusals.refused(error);
      return error;
    }
  }

  /** Distinguishes a refusal of scripts from one of the login. */
  async function isLoggedIn(error: CcuError, signal?: AbortSignal): Promise<boolean> {
    if (error.code === 'level_too_low') return true;
    return await session.isOpen(signal).catch(() => false);
  }

  return {
    access: () => access,
    isRefused: () => access === 'refused' && refusals.current() !== undefined,
    async run(source, signal) {
      throwIfAborted(signal);
      // Behind both ways there is the one logic layer.
      if (session.isSilent()) throw silent();
      const first = await overJson(source, signal);
      if (typeof first === 'string') return first;
      if (deps.isAbsent?.() === true) throw first;
      // It may have run all the same, and then a program would run twice.
      if (isCcuError(first) && (FINAL.has(first.code) || first.mayHaveRun)) throw first;
      if (session.isSilent()) throw first;
      try {
        const text = await scriptPort.run(source, signal);
        access = 'granted';
        return text;
      } catch (error) {
        if (isCcuError(error) && error.mayHaveRun === true) throw error;
        throwIfAborted(signal);
        const isBooting = isCcuError(error) && error.code === 'booting';
        if (refusals.current() === first && !isBooting) access = 'refused';
        // The error of the usual way is the better explanation.
        throw first;
      }
    },
  };
}

/** A complete script ends with its marker line. */
function isScriptOutput(result: unknown): boolean {
  return typeof result === 'string' && /^@(?:end|more|error)\b/m.test(result);
}
