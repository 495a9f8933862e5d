import type { OwnWayStore } from '../model/ports.js';

/** Of a gateway that has its stores for itself. */
export const noOwnWays: OwnWayStore = { note: async () => undefined, list: async () => [] };
