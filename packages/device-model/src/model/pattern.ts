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

export function matches(pattern: Pattern, candidate: Candidate): boolean {
  return (
    pattern.paramset === candidate.paramset &&
    (pattern.channel === undefined || pattern.channel === candidate.channel) &&
    fits(pattern.parameter, candidate.parameter, true) &&
    (pattern.model === undefined || fits(pattern.model, candidate.model.toLowerCase(), false))
  );
}

/** `*` stands for anything; a model without one matches everything that begins with it. */
function fits(pattern: string, text: string, whole: boolean): boolean {
  if (!pattern.includes('*')) return whole ? pattern === text : text.startsWith(pattern);
  return glob(pattern)(text);
}
