export { durationMs } from './duration.js';
export type { Environment, EnvironmentOnly } from './environment.js';
export { ConfigError, type ConfigErrorCode, type ConfigIssue, formatIssue } from './errors.js';
export { configJsonSchema } from './explain.js';
export { type ListenAddress, parseListen } from './listen.js';
export {
  applySections,
  type ConfigNotice,
  type LoadedConfig,
  type LoadOptions,
  loadConfig,
} from './load.js';
export { loadMasterKey, type MasterKeyOptions } from './master-key.js';
export { setupObstacles } from './obstacles.js';
export { maskSecrets, restoreMasked, SECRET_MASK } from './redact.js';
export type { ConfigSource } from './resolve.js';
export { type Rotation, rotateSecrets, type SealedStorage } from './rotate.js';
export { rotateCommand } from './rotate-command.js';
export { type CentralConfig, CONFIG_SECTIONS, type ConfigSection, type GatewayConfig } from './schema.js';
export { hasSealedValues, openSecrets, type SealResult, sealUsers } from './seal.js';
export { Secret } from './secret.js';
