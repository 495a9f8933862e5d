import type { Bridges } from '../site/model/bridges.js';

/** The same, open only while this gateway is on duty. */
export interface DutyBridges<Settings> {
  reconfigure(settings: Settings): Promise<void>;
  onDuty(isOnDuty: boolean): Promise<void>;
}

/** Bridges that only one gateway of a fleet may have open: others know their settings, and are closed. */
export function whileOnDuty<Settings>(bridges: Bridges<Settings>): DutyBridges<Settings> {
  let wanted: Settings | undefined;
  let isOnDuty = false;
  const apply = async () => {
    if (!isOnDuty) await bridges.rest();
    // Before the first settings came it is unknown which positions may be forgotten.
    else if (wanted !== undefined) await bridges.reconfigure(wanted);
  };
  return {
    async reconfigure(settings) {
      wanted = settings;
      await apply();
    },
    async onDuty(next) {
      isOnDuty = next;
      await apply();
    },
  };
}
