import { CcuError } from '../../model/errors.js';
import { outsideLatin9, percentEncodeLatin9 } from '../../wire/encoding/text.js';
import { type Columns, decodeOutput, encodeOutput, type Row, type ScriptOutput } from './output.js';

/** A script of the CCU's logic layer: its text from arguments, and its output in both directions. */
export interface ReGaScript<Name extends string, Args, R> {
  readonly name: Name;
  /** Raised when arguments or columns change. */
  readonly version: number;
  /** Arguments that name nothing on a CCU, for a check of the text. Only scripts that read are run with them. */
  readonly sample: Args;
  /** The whole text, header and end marker included. Throws `CcuError` `invalid_argument`. */
  source(args: Args): string;
  /** Throws `WireError`. */
  decode(output: string): ScriptOutput<R>;
  encode(rows: readonly R[], options?: { readonly next?: number }): string;
}

interface Definition<Name extends string, Args, C extends Columns> {
  readonly name: Name;
  readonly version: number;
  readonly sample: NoInfer<Args>;
  readonly columns: C;
  /** The lines between header and end marker. Arguments enter only through the literals below. */
  readonly body: (args: Args) => string;
}

/** Text in the samples of scripts: the name or address of nothing on a CCU. */
export const SAMPLE_TEXT = 'ccu-gateway-compat';

/**
 * Line 1 of every script names it, line 2 carries its arguments as percent-encoded JSON, so that a log or a simulator
 * can identify it without a parser of the language.
 */
export function defineScript<const Name extends string, Args, const C extends Columns>(
  definition: Definition<Name, Args, C>,
): ReGaScript<Name, Args, Row<C>> {
  const { name, version, sample, columns, body } = definition;
  return {
    name,
    version,
    sample,
    source: (args) =>
      [
        `! ccu-gateway:${name}:${version}`,
        `! args: ${encodeURIComponent(JSON.stringify(args))}`,
        body(args).trim(),
        `Write("@end ${name}\\n");`,
        '',
      ].join('\n'),
    decode: (output) => decodeOutput(name, columns, output),
    encode: (rows, options) => encodeOutput(name, columns, rows, options),
  };
}

/** Content of the first two lines of a script of this client: its name, version and arguments. */
export interface ScriptHeader {
  readonly name: string;
  readonly version: number;
  readonly args: unknown;
}

const HEADER = /^! ccu-gateway:([a-z_]{1,40}):(\d{1,4})\r?\n! args: (\S*)/;

/**
 * Reads the header of a script; undefined for a text that is no script of this client.
 *
 * @example
 * readScriptHeader(REGA_SCRIPTS.message_ack.source({ id: 7 }))?.name; // 'message_ack'
 * readScriptHeader('WriteLine("hello");'); // undefined
 */
export function readScriptHeader(script: string): ScriptHeader | undefined {
  const match = HEADER.exec(script);
  if (match === null) return undefined;
  try {
    return { name: match[1]!, version: Number(match[2]), args: JSON.parse(decodeURIComponent(match[3]!)) };
  } catch {
    return undefined;
  }
}

/**
 * Declares a text variable. Percent-encoding leaves no character that could end a string or start a statement.
 * Characters without a byte at the CCU are refused, because they would become other ones; texts may have several lines.
 */
export function textVariable(variable: string, text: string): string {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) {
    throw new CcuError('invalid_argument', 'the text contains control characters');
  }
  const stranger = outsideLatin9(text);
  if (stranger !== undefined) {
    throw new CcuError('invalid_argument', `the text contains ${JSON.stringify(stranger)}, which a CCU cannot store`);
  }
  return `string ${variable} = "${percentEncodeLatin9(text)}"; ${variable} = ${variable}.UriDecode();`;
}

/** The id of an object. */
export function idLiteral(id: number): string {
  if (!Number.isSafeInteger(id) || id < 0) throw new CcuError('invalid_argument', 'an id is a whole number');
  return String(id);
}

export function numberLiteral(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) {
    throw new CcuError('invalid_argument', 'the number is out of range');
  }
  return value.toFixed(6);
}

export function boolLiteral(value: boolean): string {
  return value ? 'true' : 'false';
}
