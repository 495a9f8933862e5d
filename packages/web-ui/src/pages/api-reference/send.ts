import { type Gateway, ProblemError } from '@ccu-gateway/client';
import type { CallInput } from './call-text.js';
import type { RestEntry } from './document.js';

/** Answer, for people. */
export interface Answer {
  /** `200 · 12 ms · application/json`. */
  readonly line: string;
  readonly isGood: boolean;
  readonly body: string;
  /** Number of characters after which the body is cut off; undefined: it is complete. */
  readonly cutAt?: number;
  /** Kind of an answer without a text. */
  readonly instead?: 'stream' | 'binary';
}

const LONGEST = 100_000;

/** Sends a call with the session of this page; a refusal is an answer, too. */
export async function send(
  gateway: Gateway,
  entry: RestEntry,
  input: CallInput,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): Promise<Answer> {
  const began = now();
  const lineOf = (status: number, type: string) =>
    [status, `${Math.round(now() - began)}\u202fms`, type].filter((each) => each !== '').join(' · ');
  const stop = new AbortController();
  try {
    // The name comes from the document of this gateway; the client refuses an unknown one.
    const ask = gateway.request as (id: string, input: unknown) => Promise<Response>;
    const answer = await ask(entry.operationId, { ...input, signal: AbortSignal.any([signal, stop.signal]) });
    const type = answer.headers.get('content-type') ?? '';
    const line = lineOf(answer.status, type);
    if (type.startsWith('text/event-stream')) return { line, isGood: true, body: '', instead: 'stream' };
    if (type !== '' && !/json|^text\//.test(type)) return { line, isGood: true, body: type, instead: 'binary' };
    const text = pretty(await answer.text());
    return text.length > LONGEST
      ? { line, isGood: true, body: text.slice(0, LONGEST), cutAt: LONGEST }
      : { line, isGood: true, body: text };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const body = JSON.stringify(error.problem, null, 2);
    return { line: lineOf(error.status, 'application/problem+json'), isGood: false, body };
  } finally {
    stop.abort();
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
