export { type AuditKind, isRefusal, KIND_BOUNDS, type KindBounds, kindOf, REFUSAL_BOUNDS } from '../audit/entry.js';
export { fromAuth } from '../audit/from-auth.js';
export { type AuditQueue, type AuditQueueOptions, createAuditQueue, type TakenEntries } from '../audit/queue.js';
export {
  mergeRefusals,
  type RefusalGroup,
  shownRefusal,
} from '../audit/refusals.js';
export { toStorageError } from '../database/driver/errors.js';
export { silentLogger, systemClock } from '../database/ports.js';
export { createTurn, type Turn } from '../database/turn.js';
export { walkSealed } from '../house/reseal.js';
export { centralWrites, isSameJson, type NewCentral, nameTwice } from '../house/settings.js';
