export { backoffMs } from './backoff.js';
export { DeliveryFault, type FaultKind, faultOf } from './fault.js';
export {
  type Attempt,
  createRequests,
  type OutgoingRequest,
  type RequestSettings,
  type Requests,
  type SenderEnvironment,
} from './requests.js';
export type { Lookup } from './resolve.js';
