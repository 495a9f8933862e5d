import { plantsOfEvents } from './plants-of-events.mjs';
import { plantsOfRights } from './plants-of-rights.mjs';

/** Faults by what they are. */
export const plants = { ...plantsOfEvents, ...plantsOfRights };
