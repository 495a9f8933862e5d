import { CcuError, isCcuError } from '../model/errors.js';
import type { ScriptPortState } from '../model/hub-model.js';
import type { Now } from '../model/ports.js';
import type { HttpClient } from '../transport/http.js';
import { createScriptServer, type ScriptServer, type ScriptServerDeps } from './script-server.js';

/** The script server of a CCU on its own port: the second way to the logic layer, for when JSON-RPC refuses scripts. */
export interface ScriptPort {
  /** The output of a script. Rejects with `CcuError`; nothing but the proof is sent before the proof succeeded. */
  run(source: string, signal?: AbortSignal): Promise<string>;
  state(): ScriptPortState;
  /** JSON-RPC runs scripts again: resets the state of the port. */
  rest(): void;
}

export interface ScriptPortDeps extends Omit<ScriptServerDeps, 'http'> {
  /** Absent: never asked. */
  readonly http: HttpClient | undefined;
  /** The serial number of the CCU that is meant. */
  readonly serial: (signal?: AbortSignal) => Promise<string | undefined>;
  readonly now: Now;
}

/** How long a proof counts: an address may come to belong to another CCU. */
const PROOF_MS = 600_000;

export function createScriptPort(deps: ScriptPortDeps): ScriptPort {
  const { http, now } = deps;
  const server = http === undefined ? undefined : createScriptServer({ ...deps, http });
  let state: ScriptPortState = server === undefined ? 'off' : 'unused';
  let proof: { readonly at: number; readonly withCredentials: boolean } | undefined;

  async function prove(server: ScriptServer, signal?: AbortSignal): Promise<boolean> {
    const age = proof === undefined ? Number.POSITIVE_INFINITY : now() - proof.at;
    if (proof !== undefined && age >= 0 && age < PROOF_MS) return proof.withCredentials;
    proof = undefined;
    const expected = await deps.serial(signal);
    if (expected === undefined) return doubt('unproven', 'the serial number of this CCU is not known');
    const behind = await server.identify(signal);
    if (behind.serial === undefined) {
      return doubt('unproven', 'the script port does not tell a serial number');
    }
    if (behind.serial !== expected) return doubt('foreign', 'another CCU answers on the script port');
    proof = { at: now(), withCredentials: behind.withCredentials };
    return behind.withCredentials;
  }

  function doubt(verdict: 'unproven' | 'foreign', what: string): never {
    state = verdict;
    throw new CcuError('forbidden_by_firewall', `${what}, so no script is sent there`);
  }

  return {
    async run(source, signal) {
      if (server === undefined) throw new CcuError('unsupported', 'the script port is switched off');
      try {
        const text = await server.output(source, await prove(server, signal), signal);
        state = 'in_use';
        return text;
      } catch (error) {
        const refused = isCcuError(error) && (error.code === 'login_refused' || error.code === 'forbidden_by_firewall');
        if (refused && state !== 'unproven' && state !== 'foreign') state = 'refused';
        throw error;
      }
    },
    state: () => state,
    rest() {
      if (state !== 'off') state = 'unused';
    },
  };
}
