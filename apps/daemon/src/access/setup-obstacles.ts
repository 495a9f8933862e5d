import type { Storage } from '@ccu-gateway/storage';

/**
 * Notes in the database what of the configuration keeps first-run setup closed, whenever that has changed: the command
 * line works on the database alone and has to tell people after `setup reset`.
 */
export function createObstacleNotes(
  facts: Storage['facts'] | undefined,
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
