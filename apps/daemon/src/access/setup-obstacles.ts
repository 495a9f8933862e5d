import type { Storage } from '@ccu-gateway/storage';

/**
 * Notes in the database which settings keep first-run setup closed, whenever they have changed: the command line works
 * on the database alone and has to report them after `setup reset`.
 */
export function createObstacleNotes(
  facts: Pick<Storage['facts'], 'put'> | undefined,
  obstacles: () => readonly string[],
): () => Promise<void> {
  let noted: string | undefined;
  return async () => {
    const now = JSON.stringify(obstacles());
    if (facts === undefined || now === noted) return;
    await facts.put('setup_obstacles', JSON.parse(now));
    noted = now;
  };
}
