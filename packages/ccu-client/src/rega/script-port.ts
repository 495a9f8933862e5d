import { CcuError, isCcuError } from '../errors.js';
import type { ScriptPortState } from '../hub-model.js';
import type { Now } from '../ports.js';
import { serialNumberOf } from '../serial-number.js';
import { mapStatus } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { basicAuthorization, decodeLatin1, encodeLatin1 } from '../wire/index.js';
import { systemSerial } from './scripts/system.js';

/** The script server of a CCU on its own port: the second way to the logic layer, for when JSON-RPC refuses scripts. */
export interface ScriptPort {
  /** The output of a script. Rejects with `CcuError`; nothing but the proof is sent before the proof succeeded. */
  run(source: string, signal?: AbortSignal): Promise<string>;
  state(): ScriptPortState;
  /** JSON-RPC runs scripts: how the port stood when it did not is over. */
  rest(): void;
}

export interface ScriptPortDeps {
  /** Absent: never asked. */
  readonly http: HttpClient | undefined;
  /** A setting names the port; else it is the default one, which may belong to another CCU behind the same address. */
  readonly configured: boolean;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** The serial number of the CCU that is meant. */
  readonly serial: (signal?: AbortSignal) => Promise<string | undefined>;
  readonly now: Now;
  readonly timeoutMs: number;
}

/** How long a proof counts: an address may come to belong to another CCU. */
const PROOF_MS = 600_000;
const PATH = '/ccu-gateway.exe';

export function createScriptPort(deps: ScriptPortDeps): ScriptPort {
  const { http, credentials, now } = deps;
  let state: ScriptPortState = http === undefined ? 'off' : 'unused';
  let proof: { readonly at: number; readonly withCredentials: boolean } | undefined;

  async function post(source: string, withCredentials: boolean, signal?: AbortSignal) {
    const body = encodeLatin1(source);
    return await http!.exchange({
      path: PATH,
      headers: {
        'Content-Type': 'text/plain; charset=iso-8859-1',
        'Content-Length': String(body.byteLength),
        ...(withCredentials && credentials !== undefined
          ? { Authorization: basicAuthorization(credentials.username, credentials.password) }
          : {}),
      },
      body,
      timeoutMs: deps.timeoutMs,
      signal,
      once: true,
    });
  }

  async function output(source: string, withCredentials: boolean, signal?: AbortSignal): Promise<string> {
    const { status, body } = await post(source, withCredentials, signal);
    const refused = mapStatus(status);
    if (refused !== undefined) throw refused;
    const text = decodeLatin1(body);
    // Behind the output the server echoes every variable of the script.
    const echo = text.lastIndexOf('<xml>');
    return echo < 0 ? text : text.slice(0, echo);
  }

  /** The serial number behind the port. Credentials go there only where a setting names the port. */
  async function serialBehind(
    signal?: AbortSignal,
  ): Promise<{ readonly serial?: string; readonly withCredentials: boolean }> {
    const source = systemSerial.source({});
    const read = (text: string) => {
      const decoded = systemSerial.decode(text);
      return decoded.kind === 'rows' ? serialNumberOf(decoded.rows[0]?.serial) : undefined;
    };
    try {
      return { serial: read(await output(source, false, signal)), withCredentials: false };
    } catch (error) {
      const wantsCredentials = isCcuError(error) && error.code === 'login_refused';
      if (!wantsCredentials || !deps.configured || credentials === undefined) throw error;
      return { serial: read(await output(source, true, signal)), withCredentials: true };
    }
  }

  async function prove(signal?: AbortSignal): Promise<boolean> {
    const age = proof === undefined ? Number.POSITIVE_INFINITY : now() - proof.at;
    if (proof !== undefined && age >= 0 && age < PROOF_MS) return proof.withCredentials;
    proof = undefined;
    const expected = await deps.serial(signal);
    if (expected === undefined) return doubt('unproven', 'the serial number of this CCU is not known');
    const behind = await serialBehind(signal);
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
      if (http === undefined) throw new CcuError('unsupported', 'the script port is switched off');
      try {
        const text = await output(source, await prove(signal), signal);
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
