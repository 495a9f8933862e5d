export type { McpDeps } from './session/deps.js';
export { createSessions, type McpAnswer, type McpRequest, type McpSessions } from './session/sessions.js';
export type { Allowance } from './tools/allow.js';
