/**
 * Waits until something holds, looking again after every turn of the event loop. Rejects after `limitMs` (default
 * 5 000).
 *
 * @example
 * await until(() => listener.heard.length === 2, 'a second call');
 */
export async function until(holds: () => boolean, what = 'the condition', limitMs = 5_000): Promise<void> {
  const started = performance.now();
  while (!holds()) {
    if (performance.now() - started > limitMs) throw new Error(`${what} did not come true`);
    await new Promise<void>((resolve) => setTimeout(resolve, 2));
  }
}
