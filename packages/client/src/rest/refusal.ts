import type { Problem } from '@ccu-gateway/contract/types';
import { ProblemError } from '../errors/problem-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';

/** Reads an answer that is no success. `now` is the clock of this machine, in milliseconds since the Unix epoch. */
export async function refusalOf(response: Response, now: () => number): Promise<ProblemError | UnexpectedAnswerError> {
  const { status, headers, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    response.body?.cancel().catch(() => {});
    return new UnexpectedAnswerError(
      'redirected',
      'the answer leads to another address, which is not followed',
      status,
    );
  }
  return new ProblemError(status, problemIn(await response.text()), retryAfterMs(headers, now));
}

function problemIn(text: string): Readonly<Partial<Problem>> {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Readonly<Partial<Problem>>) : {};
  } catch {
    return {};
  }
}

/** Longer waits are cut to a day: no timer takes every number that can be written. */
const LONGEST_WAIT_MS = 86_400_000;

/**
 * Seconds, or a date, which counts from the date of the answer: the clock of this machine may be another. Only where the
 * answer has no date, this clock has to do.
 */
function retryAfterMs(headers: Headers, now: () => number): number | undefined {
  const text = (headers.get('retry-after') ?? '').trim();
  if (/^\d+(\.\d*)?$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_WAIT_MS);
  const asked = dateOf(text);
  if (asked === undefined) return undefined;
  return Math.min(Math.max(0, asked - (dateOf(headers.get('date') ?? '') ?? now())), LONGEST_WAIT_MS);
}

/** All dates of HTTP are GMT; the oldest of its three forms does not name it, and would be read in the zone of this machine. */
function dateOf(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const at = Date.parse(/ GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}
