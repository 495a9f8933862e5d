import type { Problem } from '@ccu-gateway/contract/types';
import { ProblemError } from '../errors/problem-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';

/** Reads what an answer that is no success says. */
export async function refusalOf(response: Response): Promise<ProblemError | UnexpectedAnswerError> {
  const { status, headers, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    response.body?.cancel().catch(() => {});
    return new UnexpectedAnswerError(
      'redirected',
      'the answer leads to another address, which is not followed',
      status,
    );
  }
  return new ProblemError(status, problemIn(await response.text()), retryAfterMs(headers));
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
function retryAfterMs(headers: Headers): number | undefined {
  const text = (headers.get('retry-after') ?? '').trim();
  if (/^\d+(\.\d*)?$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_WAIT_MS);
  const answered = Date.parse(headers.get('date') ?? '');
  const delay = Date.parse(text) - (Number.isNaN(answered) ? Date.now() : answered);
  return /[A-Za-z]/.test(text) && !Number.isNaN(delay) ? Math.min(Math.max(0, delay), LONGEST_WAIT_MS) : undefined;
}
