import {
  commandsProbe,
  encodeScriptError,
  leftoverRemoval,
  percentDecodeLatin9,
  REGA_SCRIPTS,
  type ReGaScriptName,
  type ReGaScriptRow,
  readScriptHeader,
  type ScriptHeader,
  syntaxProbe,
} from '@ccu-gateway/ccu-client/wire';
import { refusesCall } from '../environment/switches.js';
import type { Product } from '../product/product.js';
import type { ReGaContext, ScriptHandlers, ScriptResult } from './context.js';
import { deviceScripts, groupScripts } from './device-scripts.js';
import { programScripts, sysvarScripts } from './hub-scripts.js';
import { messageScripts } from './message-scripts.js';
import { reachOf, type ScriptReach } from './reach.js';
import { systemScripts } from './system-scripts.js';

export interface ScriptRun {
  /** `?` for a script without the header line. */
  readonly name: string;
  readonly args: unknown;
  readonly output: string;
}

/** The logic layer: it identifies a script by its header line, and answers with the output of that script. */
export interface ReGa {
  /** Output of the script; empty for an unknown one, as a script that aborts prints nothing. */
  run(source: string, way: 'json_rpc' | 'script_port'): ScriptRun;
}

export function createReGa(context: ReGaContext): ReGa {
  const handlers: ScriptHandlers = {
    ...deviceScripts(context),
    ...groupScripts(context),
    ...messageScripts(context),
    ...programScripts(context),
    ...sysvarScripts(context),
    ...systemScripts(context),
  };
  return {
    run(source, way) {
      const header = readScriptHeader(source);
      const probed = header === undefined ? undefined : probe(header, context);
      if (header !== undefined && probed !== undefined) return { name: header.name, args: header.args, output: probed };
      if (header === undefined || !Object.hasOwn(REGA_SCRIPTS, header.name))
        return { name: header?.name ?? '?', args: header?.args, output: '' };
      const name = header.name as ReGaScriptName;
      const args = saidIn(source, header.args);
      if (REGA_SCRIPTS[name].version !== header.version) return { name, args, output: '' };
      // A default port behind a shared address may lead to a neighbour's CCU.
      const { foreignSerial: foreign } = context.switches;
      if (name === 'system_serial' && way === 'script_port' && foreign !== undefined)
        return { name, args, output: REGA_SCRIPTS.system_serial.encode([{ serial: foreign }]) };
      if (refusesCall(context.switches, name)) return { name, args, output: encodeScriptError(name, 'refused') };
      return { name, args, output: answer(handlers, name, { args, reach: reachOf(source) }) };
    },
  };
}

/** Commands of scripts, with their presence in the system of this CCU. */
function commandsOf({ kind }: Product): readonly { readonly command: string; readonly there: boolean }[] {
  const own = kind !== 'ccu3';
  return [
    { command: '/sbin/reboot', there: true },
    { command: '/sbin/poweroff', there: true },
    { command: '/bin/checkFirmwareUpdate.sh', there: own },
    { command: '/bin/createBackup.sh', there: own },
  ];
}

/** Texts of a compatibility run beside the scripts themselves. A script of another version is not understood. */
function probe({ name, args }: ScriptHeader, { state: { hub }, product }: ReGaContext): string | undefined {
  if (name === leftoverRemoval.name) {
    const { name: called = '' } = (args ?? {}) as { readonly name?: string };
    return leftoverRemoval.encode([{ removed: hub.removeLeftover(called) }]);
  }
  if (name === commandsProbe.name) return commandsProbe.encode(commandsOf(product));
  if (name !== syntaxProbe.name) return undefined;
  const { script, version } = (args ?? {}) as { readonly script?: unknown; readonly version?: unknown };
  const known = typeof script === 'string' && Object.hasOwn(REGA_SCRIPTS, script);
  return known && REGA_SCRIPTS[script as ReGaScriptName].version === version ? syntaxProbe.encode() : '';
}

/** The header was checked to belong to this script, so its arguments are those of this script. */
function answer<N extends ReGaScriptName>(
  handlers: ScriptHandlers,
  name: N,
  { args, reach }: { readonly args: unknown; readonly reach: ScriptReach },
): string {
  const handler = handlers[name] as (args: unknown, reach: ScriptReach) => ScriptResult<ReGaScriptRow<N>>;
  const result = handler(args, reach);
  if ('error' in result) return encodeScriptError(name, result.error);
  const script = REGA_SCRIPTS[name] as {
    encode(rows: readonly unknown[], options?: { readonly next?: number }): string;
  };
  return script.encode(result.rows, result.next === undefined ? {} : { next: result.next });
}

/** A text as the script carries it: percent-bytes in its own character set. */
const LITERAL =
  /^string (s\w+) = "([^"]*)"; \1 = \1\.UriDecode\(\);$|\bstring (s\w+) = "([^"]*)"; \3 = \3\.UriDecode\(\);/gm;

/**
 * The arguments as the script passes them. Its second line has the intended ones; the CCU gets the bytes in its text,
 * and a character without such a byte arrives as another one.
 */
function saidIn(source: string, args: unknown): unknown {
  const literals = [...source.matchAll(LITERAL)].map((match) => percentDecodeLatin9(match[2] ?? match[4] ?? ''));
  const said = (text: string) =>
    literals.includes(text)
      ? text
      : (literals.find((literal) => literal.length === text.length && alike(literal, text)) ?? text);
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return said(value);
    if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? list(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
  };
  const list = (texts: readonly string[]) => said(texts.join(';')).split(';').slice(0, texts.length);
  return walk(args);
}

/** True for equal ASCII characters. */
function alike(literal: string, text: string): boolean {
  return [...literal].every((char, index) => char === text[index] || (text[index] ?? '') > '\u007f');
}
