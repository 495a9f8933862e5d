import type { BridgeSettings } from './bridge/bridge.js';
import type { SupervisedBridge } from './bridge/supervisor.js';
import { configureLibrary } from './library/configure.js';
import type { BridgePorts } from './ports/ports.js';

export type { BridgeSettings, BridgeState, OpenBridge } from './bridge/bridge.js';
export type { BridgeFigures, SupervisedBridge } from './bridge/supervisor.js';
export { exposablesIn } from './mapping/house/exposables.js';
export { type Warning, warningsOf, withinLimit } from './mapping/house/profiles.js';
export type * from './mapping/house-view.js';
export type * from './mapping/plan.js';
export type { Activity, ActivityCounts } from './ports/activity.js';
export type { BridgeClock, BridgeIncident, BridgePorts, Choice, MatterStore } from './ports/ports.js';

/**
 * Exposes chosen devices over Matter. It starts in the background; `status` has its state. The Matter library is loaded
 * here and not before.
 *
 * @example
 * const matter = await startMatterBridge({ ports, settings: { name: 'Home', version: '1.0.0', port: 5540, profile: 'all' } });
 * console.log(matter.status().listening);
 * await matter.stop();
 */
export async function startMatterBridge(options: {
  readonly ports: BridgePorts;
  readonly settings: BridgeSettings;
}): Promise<SupervisedBridge> {
  configureLibrary();
  const [{ superviseBridge }, { exposablesIn }] = await Promise.all([
    import('./bridge/supervisor.js'),
    import('./mapping/house/exposables.js'),
  ]);
  return superviseBridge({ ...options, mapping: exposablesIn });
}
