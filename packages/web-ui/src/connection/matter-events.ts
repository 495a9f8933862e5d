/** Events of a window of the Matter bridge that was opened or closed, also by an app. */
export const WINDOW_EVENTS = ['matter.commissioning_window_opened', 'matter.commissioning_progress'] as const;

/** Events of a home that was added to the Matter bridge or removed, also by its app. */
export const HOME_EVENTS = ['matter.fabric_added', 'matter.fabric_removed'] as const;

/** Events of a change of the devices that the Matter bridge exposes. */
export const THING_EVENTS = ['matter.endpoint_assembled'] as const;
