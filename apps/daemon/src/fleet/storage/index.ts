export { examineShared, sharedSettings } from './examine.js';
export { postgresPlace } from './place.js';
export { openSharedToRotate } from './rotate.js';
export { openSharedPart } from './shared-part.js';
