import { CcuError, isCcuError } from '../errors.js';
import { createGate } from '../gate.js';
import type { JsonSession } from '../json/session.js';
import { mapStatus, mapTransportError } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { throwIfAborted } from '../wait.js';
import { basicAuthorization, decodeLatin1, encodeLatin1 } from '../wire/index.js';
import type { ScriptErrorCode, ScriptOutput } from './output.js';
import type { ReGaScript } from './script.js';
import { REGA_SCRIPTS, type ReGaScriptArgs, type ReGaScriptName, type ReGaScriptRow } from './scripts/index.js';

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
  /** The script server on its own port, for when JSON-RPC refuses scripts. */
  readonly http: HttpClient;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly timeoutMs: number;
}

const MAX_PAGES = 1_000;

export function createReGaRunner(deps: ReGaRunnerDeps): ReGaRunner {
  const gate = createGate(1);

  async function output(source: string, signal?: AbortSignal): Promise<string> {
    throwIfAborted(signal);
    let first: unknown;
    try {
      const result = await deps.session.call('ReGa.runScript', { script: source }, signal);
      return typeof result === 'string' ? result : '';
    } catch (error) {
      throwIfAborted(signal);
      first = error;
    }
    try {
      return await direct(source, signal);
    } catch {
      // What the usual way said is the better explanation.
      throw first;
    }
  }

  async function direct(source: string, signal?: AbortSignal): Promise<string> {
    const body = encodeLatin1(source);
    const { credentials } = deps;
    const answer = await deps.http.exchange({
      path: '/ccu-gateway.exe',
      headers: {
        'Content-Type': 'text/plain; charset=iso-8859-1',
        'Content-Length': String(body.byteLength),
        ...(credentials === undefined
          ? {}
          : { Authorization: basicAuthorization(credentials.username, credentials.password) }),
      },
      body,
      timeoutMs: deps.timeoutMs,
      signal,
    });
    const refused = mapStatus(answer.status);
    if (refused !== undefined) throw refused;
    const text = decodeLatin1(answer.body);
    // Behind the output the server echoes every variable of the script.
    const echo = text.lastIndexOf('<xml>');
    return echo < 0 ? text : text.slice(0, echo);
  }

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

  return {
    async run(name, args, signal) {
      type Name = typeof name;
      const script = REGA_SCRIPTS[name] as unknown as ReGaScript<Name, unknown, ReGaScriptRow<Name>>;
      const rows: ReGaScriptRow<Name>[] = [];
      let current: unknown = args;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const result = await page(script, current, signal);
        for (const row of result.rows) rows.push(row);
        if (result.next === undefined) break;
        current = { ...args, from: result.next };
      }
      return rows;
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
  }
}

/** Tries user name and password where the CCU asks for them, without opening a session. */
export async function probeCredentials(
  deps: Pick<ReGaRunnerDeps, 'http' | 'credentials' | 'timeoutMs'>,
  signal?: AbortSignal,
): Promise<'accepted' | 'refused' | 'unknown'> {
  const { credentials } = deps;
  if (credentials === undefined) return 'unknown';
  const attempt = async (headers: Readonly<Record<string, string>>) => {
    const body = encodeLatin1('Write("");');
    try {
      const answer = await deps.http.exchange({
        path: '/ccu-gateway.exe',
        headers: { 'Content-Length': String(body.byteLength), ...headers },
        body,
        timeoutMs: deps.timeoutMs,
        signal,
      });
      return answer.status;
    } catch (error) {
      return isCcuError(error) ? 0 : -1;
    }
  };
  if ((await attempt({})) !== 401) return 'unknown';
  const status = await attempt({ Authorization: basicAuthorization(credentials.username, credentials.password) });
  if (status === 200) return 'accepted';
  return status === 401 ? 'refused' : 'unknown';
}
