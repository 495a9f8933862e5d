export { SHARED_KEY, SITE_UNAVAILABLE } from '../site/settings/settings.js';
export { callbackFault, isPortTaken, LISTEN, listenFault, REDIRECT_LISTEN } from './address.js';
export { centralsOfFile } from './centrals-of-file.js';
export type { Environment } from './environment.js';
export { ConfigError, type ConfigIssue, formatIssue } from './errors.js';
export { applySections, type LoadedConfig, loadConfig } from './load.js';
export {
  existingMasterKey,
  KeyUnwritten,
  keyFiles,
  loadMasterKey,
  readKeyFile,
  temporaryMasterKey,
} from './master-key.js';
export { letsAdminIn, setupObstacles } from './obstacles.js';
export { maskSecrets, restoreMasked } from './redact.js';
export { refusedSetting } from './resolve.js';
export { describeLayout, MQTT_LAYOUTS } from './schema/mqtt.js';
export { type CentralConfig, type GatewayConfig, instanceOf } from './schema/schema.js';
export { cannotBeOpened, checkUserPasswords, openSecrets, sealedPlaces, sealFile } from './seal.js';
export { createHotSettings, type HotSettings } from './sections.js';
export { durationMs } from './values/duration.js';
export { parseListen } from './values/listen.js';
export { Secret } from './values/secret.js';
