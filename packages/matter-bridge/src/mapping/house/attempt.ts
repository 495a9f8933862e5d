/** Result of `run`; when it throws, the result of `otherwise` for the reason, because a CCU may report anything. */
export function attempt<Answer>(run: () => Answer, otherwise: (failure: string) => Answer): Answer {
  try {
    return run();
  } catch (error) {
    return otherwise(String(error));
  }
}
