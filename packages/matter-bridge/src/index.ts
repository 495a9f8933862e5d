export type * from './mapping/house-view.js';
export type * from './mapping/plan.js';
