export { resolveLoginCentral } from './accounts/central.js';
export { createAuth } from './create-auth.js';
export { isJsonContentType, maxAuthBodyBytes, parseJsonBody } from './http/json-body.js';
export { describeIncoming } from './http/node-request.js';
export { isUnsafeMethod } from './http/origin.js';
export { createMemoryStores } from './memory/stores.js';
export { accountKey } from './model/account.js';
export type * from './model/auth.js';
export {
  admitsAdmin,
  type ConfiguredSource,
  openSources,
  type SourceState,
  type SourceStates,
} from './model/configured-sources.js';
export { silentLogger, systemClock, systemRandom } from './model/defaults.js';
export type * from './model/options.js';
export * from './model/ports.js';
export type { Actor, Principal, Scheme } from './model/principal.js';
export { actorOf } from './model/principal.js';
export type { AuthProblem, OptionPath, ProblemCode, ProblemReason, Result } from './model/problem.js';
export { AuthConfigError } from './model/problem.js';
export type { InspectedRequest, RequestDescription, RequestFacts } from './model/request.js';
export { whereFrom } from './model/request.js';
export type { Access, Role } from './model/role.js';
export { isAccess, isRole, roleCovers, roles } from './model/role.js';
export { newPasswordFault } from './passwords/policy.js';
export { isSupervisedValue } from './settings/ingress.js';
export { createThrottle } from './throttle/throttle.js';
