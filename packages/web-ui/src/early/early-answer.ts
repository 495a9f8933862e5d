/** Request that was sent before the code for its answer was loaded. */
export interface EarlyAnswer {
  readonly address: string;
  /** The answer, for one that asks for it once; it ends with that signal. */
  take(signal?: AbortSignal | null): Promise<Response>;
}

/** Asks at once, as the client of the gateway asks for JSON. */
export function askEarly(address: string, fetcher: typeof fetch): EarlyAnswer {
  const ending = new AbortController();
  const answer = fetcher(address, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    credentials: 'include',
    signal: ending.signal,
  });
  // The reader of the answer gets the failure; until then it must not count as unhandled.
  answer.catch(() => {});
  return {
    address,
    take(signal) {
      if (signal?.aborted) ending.abort(signal.reason);
      else signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
      return answer;
    },
  };
}

/** `fetch` that returns the early answer to the first reader of its address; each later call sends a new request. */
export function fetchAfter(early: EarlyAnswer, fetcher: typeof fetch): typeof fetch {
  let taken = false;
  return (input, init) => {
    if (taken || String(input) !== early.address || (init?.method ?? 'GET') !== 'GET') return fetcher(input, init);
    taken = true;
    return early.take(init?.signal);
  };
}
