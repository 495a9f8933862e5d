export { exposablesIn } from './mapping/house/exposables.js';
export { type Warning, warningsOf, withinLimit } from './mapping/house/profiles.js';
export type * from './mapping/house-view.js';
export type * from './mapping/plan.js';
