/** What tells that the window of the Matter bridge was opened or closed, also by an app. */
export const WINDOW_EVENTS = ['matter.commissioning_window_opened', 'matter.commissioning_progress'] as const;

/** What tells that a home has added or left the Matter bridge, also by its app. */
export const HOME_EVENTS = ['matter.fabric_added', 'matter.fabric_removed'] as const;

/** What tells that the Matter bridge shows other things. */
export const THING_EVENTS = ['matter.endpoint_assembled'] as const;
