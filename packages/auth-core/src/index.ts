export { resolveLoginCentral } from './accounts/central.js';
export { createAuth } from './create-auth.js';
export { isJsonContentType, maxAuthBodyBytes, parseJsonBody } from './http/json-body.js';
export { describeNodeRequest } from './http/node-request.js';
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
export { addressesOf } from './model/request.js';
export type { Access, Role } from './model/role.js';
export { isAccess, isRole, roleCovers, roles } from './model/role.js';
export { defaultStatuses } from './model/statuses.js';
export { testOidcProvider } from './oidc/provider.js';
export { createPasswordHasher, type PasswordHasher, type SlowComparison } from './passwords/hasher.js';
export { kindOfPasswordFault, newPasswordFault, type PasswordFault } from './passwords/policy.js';
export { isSetBySupervisor } from './settings/ingress.js';
export { createThrottle } from './throttle/throttle.js';
