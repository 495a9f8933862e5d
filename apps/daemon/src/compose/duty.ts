/** What is opened by settings. */
interface Bridges<Settings> {
  reconfigure(settings: Settings): Promise<void>;
}

/** The same, open only while this gateway is on duty. */
export interface DutyBridges<Settings> extends Bridges<Settings> {
  onDuty(isOnDuty: boolean): Promise<void>;
}

/**
 * Bridges that only one gateway of a fleet may have open: others know their settings, and are closed. `none` are the settings without
 * any bridge.
 */
export function whileOnDuty<Settings>(bridges: Bridges<Settings>, none: Settings): DutyBridges<Settings> {
  let wanted = none;
  let isOnDuty = false;
  const apply = () => bridges.reconfigure(isOnDuty ? wanted : none);
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
