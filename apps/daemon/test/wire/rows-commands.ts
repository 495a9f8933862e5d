import type { WriteRow } from './row.js';
import { CONFIGURATION_COMMAND_ROWS } from './rows-commands-configuration.js';
import { HUB_COMMAND_ROWS } from './rows-commands-hub.js';

/** The commands of the WebSocket: each does what its REST twin does. */
export const COMMAND_ROWS: readonly WriteRow[] = [...CONFIGURATION_COMMAND_ROWS, ...HUB_COMMAND_ROWS];
