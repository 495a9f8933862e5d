/** What `run` answers; where it throws, what `otherwise` makes of the reason: what a CCU tells may be anything. */
export function attempt<Answer>(run: () => Answer, otherwise: (failure: string) => Answer): Answer {
  try {
    return run();
  } catch (error) {
    return otherwise(String(error));
  }
}
