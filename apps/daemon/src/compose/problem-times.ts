import { recordProblems } from '@ccu-gateway/gateway-core/parts';
import { listProblems } from '@ccu-gateway/gateway-core/use-cases';
import type { Base } from './base.js';
import type { Data } from './data.js';
import type { HouseParts } from './house.js';

/** Stores beginnings and ends of problems; without a database none is kept. */
export function openProblemTimes(
  { time, log, lifecycle }: Base,
  { store, health }: Data,
  { house, site }: HouseParts,
): void {
  const records = store.storage?.problemTimes;
  if (!site.keepsStates || records === undefined) return;
  const problems = () => listProblems({ house, health }, {});
  const recorder = recordProblems({ problems, records, time, log: log.child('problems') });
  lifecycle.onClose('the times of problems', () => recorder.close());
}
