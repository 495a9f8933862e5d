import { glob } from './glob.js';

/** One line by which people bring back a parameter that is hidden by default. */
export interface Pattern {
  readonly text: string;
  readonly parameter: string;
  readonly paramset: 'VALUES' | 'MASTER';
  /** A prefix of the model in lower case, or a pattern with `*`; absent means every model. */
  readonly model?: string;
  /** Absent means every channel. */
  readonly channel?: number;
}

const PARAMETER = /^[A-Z0-9_*]{1,80}$/;
const EVERY: ReadonlySet<string> = new Set(['all', '*', '']);

/**
 * Reads `PARAM`, `PARAM:PARAMSET@MODEL:CHANNEL` or `MODEL:CHANNEL:PARAM` (`*` and `all` stand for everything). Returns
 * the fault as text.
 */
export function parsePattern(text: string): Pattern | string {
  const line = text.trim();
  if (line.length > 200) return 'is too long';
  const bare = line.toUpperCase();
  if (PARAMETER.test(bare)) return { text: line, parameter: bare, paramset: 'VALUES' };
  const [left, right] = line.split('@');
  if (right !== undefined && left !== undefined) {
    const [parameter = '', paramset = ''] = left.split(':');
    const [model = '', channel = ''] = right.split(':');
    return build(line, { parameter, paramset, model, channel });
  }
  const parts = line.split(':');
  if (parts.length !== 3) return 'must be PARAM, PARAM:PARAMSET@MODEL:CHANNEL or MODEL:CHANNEL:PARAM';
  const [model = '', channel = '', parameter = ''] = parts;
  return build(line, { parameter, paramset: 'VALUES', model, channel });
}

/**
 * The fault of a line as a pattern of parameters, in words that follow it; undefined when it is one.
 *
 * @example
 * patternFault('RSSI_DEVICE'); // undefined
 * patternFault('HmIP-BSM:x:LEVEL'); // 'has a channel that is no number'
 */
export function patternFault(text: string): string | undefined {
  const pattern = parsePattern(text);
  return typeof pattern === 'string' ? pattern : undefined;
}

function build(
  text: string,
  raw: { readonly parameter: string; readonly paramset: string; readonly model: string; readonly channel: string },
): Pattern | string {
  const parameter = raw.parameter.toUpperCase();
  const paramset = raw.paramset.toUpperCase();
  if (!PARAMETER.test(parameter)) return 'has no parameter';
  if (paramset !== 'VALUES' && paramset !== 'MASTER') return 'has a paramset other than VALUES and MASTER';
  const everyChannel = EVERY.has(raw.channel.toLowerCase());
  if (!everyChannel && !/^\d{1,3}$/.test(raw.channel)) return 'has a channel that is no number';
  return {
    text,
    parameter,
    paramset,
    ...(EVERY.has(raw.model.toLowerCase()) ? {} : { model: raw.model.toLowerCase() }),
    ...(everyChannel ? {} : { channel: Number(raw.channel) }),
  };
}

export interface Candidate {
  readonly parameter: string;
  readonly paramset: 'VALUES' | 'MASTER';
  readonly model: string;
  readonly channel: number;
}

/** A pattern with the time and the user of its last change. */
export interface UnIgnored {
  readonly pattern: Pattern;
  readonly updatedAt: number;
  readonly updatedBy?: string;
}

/** The patterns of a CCU, and the test whether one of them brings a parameter back. */
export interface UnIgnores {
  readonly entries: readonly UnIgnored[];
  fits(candidate: Candidate): boolean;
}

export const unIgnores = (entries: readonly UnIgnored[]): UnIgnores => ({
  entries,
  fits: anyOf(entries.map(({ pattern }) => pattern)),
});

/**
 * Makes the test for a list of patterns. A pattern without `*` in its parameter is found by the parameter, so that many
 * patterns cost no more than few.
 */
export function anyOf(patterns: readonly Pattern[]): (candidate: Candidate) => boolean {
  const byParameter = new Map<string, ((candidate: Candidate) => boolean)[]>();
  const wide: ((candidate: Candidate) => boolean)[] = [];
  for (const pattern of patterns) {
    const test = testOf(pattern);
    const known = byParameter.get(pattern.parameter);
    if (pattern.parameter.includes('*')) wide.push(test);
    else if (known === undefined) byParameter.set(pattern.parameter, [test]);
    else known.push(test);
  }
  const fits = (candidate: Candidate) => (test: (candidate: Candidate) => boolean) => test(candidate);
  return (candidate) =>
    byParameter.get(candidate.parameter)?.some(fits(candidate)) === true || wide.some(fits(candidate));
}

function testOf({ parameter, paramset, model, channel }: Pattern): (candidate: Candidate) => boolean {
  const isParameter = glob(parameter);
  // A model without `*` stands for all models that begin with it.
  const isModel = model === undefined ? () => true : glob(model.includes('*') ? model : `${model}*`);
  return (candidate) =>
    paramset === candidate.paramset &&
    (channel === undefined || channel === candidate.channel) &&
    isParameter(candidate.parameter) &&
    isModel(candidate.model.toLowerCase());
}
