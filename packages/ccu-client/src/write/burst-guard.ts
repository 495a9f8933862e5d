import type { WritePriority } from '../model/model.js';
import type { Now } from '../model/ports.js';

const WINDOW_MS = 500;
const FREE = 5;

/** More than a handful of writes at once is a scene or a script: it goes behind whatever a person does now. */
export function createBurstGuard(now: Now): (wanted: WritePriority) => WritePriority {
  let recent: number[] = [];
  return (wanted) => {
    if (wanted === 'critical') return wanted;
    const at = now();
    recent = recent.filter((earlier) => at - earlier < WINDOW_MS);
    recent.push(at);
    return recent.length > FREE ? 'low' : wanted;
  };
}
