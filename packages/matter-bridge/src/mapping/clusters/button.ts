import type { ClusterPlan, PressPlan } from '../plan.js';
import { cluster } from './cluster.js';

/** A button that springs back. A double press is two short ones in a row, of which the bridge keeps the time. */
export function button(presses: readonly PressPlan[]): ClusterPlan {
  const isLong = presses.some(({ press }) => press === 'long' || press === 'long_start');
  return cluster('Switch', {
    features: [
      'MomentarySwitch',
      'MomentarySwitchRelease',
      ...(isLong ? ['MomentarySwitchLongPress'] : []),
      'MomentarySwitchMultiPress',
    ],
    fixed: { numberOfPositions: 2, currentPosition: 0, multiPressMax: 2 },
    presses,
  });
}
