import { CcuError, type CcuErrorCode, isCcuError } from '../errors.js';
import { createGate } from '../gate.js';
import type { ScriptAccess } from '../hub-model.js';
import type { JsonSession } from '../json/session.js';
import type { Now } from '../ports.js';
import { mapStatus, mapTransportError } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { throwIfAborted } from '../wait.js';
import { basicAuthorization, decodeLatin1, encodeLatin1 } from '../wire/index.js';
import type { ScriptErrorCode, ScriptOutput } from './output.js';
import type { ReGaScript } from './script.js';
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
  /** The script server on its own port, for when JSON-RPC refuses scripts. */
  readonly http: HttpClient;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly timeoutMs: number;
}

const MAX_PAGES = 1_000;
/** A refusal costs a login each time, so it is not asked for again at once. */
const REFUSED_MS = 600_000;
/** Failures after which nobody knows whether the script ran. */
const UNDECIDED: ReadonlySet<CcuErrorCode> = new Set(['timeout', 'protocol']);
/** Refusals of scripts rather than of everything, as JSON-RPC says them. */
const REFUSES: ReadonlySet<CcuErrorCode> = new Set(['login_refused', 'unsupported', 'forbidden_by_firewall']);

export function createReGaRunner(deps: ReGaRunnerDeps): ReGaRunner & { readonly access: () => ScriptAccess } {
  const gate = createGate(1);
  let access: ScriptAccess = 'unknown';
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let jsonRefused: { readonly error: unknown; readonly until: number } | undefined;

  async function output(source: string, signal?: AbortSignal): Promise<string> {
    throwIfAborted(signal);
    const first = await overJson(source, signal);
    if (typeof first === 'string') return first;
    // It may have run all the same, and then a program would run twice.
    if (isCcuError(first) && UNDECIDED.has(first.code)) throw first;
    try {
      const text = await direct(source, signal);
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
      const result = await deps.session.call('ReGa.runScript', { script: source }, signal);
      access = 'granted';
      return typeof result === 'string' ? result : '';
    } catch (error) {
      throwIfAborted(signal);
      const isRefusal = isCcuError(error) && REFUSES.has(error.code) && (await isLoggedIn(signal));
      jsonRefused = isRefusal ? { error, until: deps.now() + REFUSED_MS } : undefined;
      return error;
    }
  }

  /** Tells a refusal of scripts from one of the login. */
  async function isLoggedIn(signal?: AbortSignal): Promise<boolean> {
    return await deps.session.call('CCU.getVersion', {}, signal).then(
      () => true,
      () => false,
    );
  }

  const isRefused = () => access === 'refused' && deps.now() < refusedUntil;

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
      once: true,
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
