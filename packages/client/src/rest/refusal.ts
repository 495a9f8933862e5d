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

/** Seconds, or a date, which counts from the date of the answer: the clock of this machine may be another. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const delay = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}
