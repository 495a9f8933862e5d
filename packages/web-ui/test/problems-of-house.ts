import type { CallAnswer } from '@ccu-gateway/client';
import type { Snapshot } from '@ccu-gateway/contract/types';
import { problemsOf } from '../src/pages/home/problems.js';
import { categoryOf } from '../src/pages/problems/inbox.js';
import { indexSnapshot } from '../src/store/snapshot-index.js';

/** A problem as the page shows it: the group that it stands in, the name of its sentence, and what is put into that. */
export interface ShownProblem {
  readonly category: string;
  readonly title: string;
  readonly inserted: Readonly<Record<string, string | number>>;
}

/** What the page of problems lists for a house. */
export function problemsOfHouse(snapshot: Snapshot, health?: CallAnswer<'getHealth'>): readonly ShownProblem[] {
  const { devices, points } = indexSnapshot(snapshot);
  const byKey = new Map(devices.map((device) => [device.key, device]));
  const problems = problemsOf({
    store: { peekDevice: (key) => byKey.get(key), peekPoint: (key) => points.get(key) },
    devices,
    interfaces: [],
    service: [],
    alarms: [],
    health,
  });
  return problems.map((problem) => ({
    category: categoryOf(problem),
    title: problem.title,
    inserted: problem.inserted,
  }));
}
