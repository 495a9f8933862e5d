export { createSecretBox, isSealed, resealValue, type SecretBox } from './box.js';
export { SecretError, type SecretErrorCode } from './error.js';
export { deriveKey, generateMasterKey, type KeyPurpose, keyIdOf, parseMasterKey } from './master-key.js';
export { createSecret, type Secret } from './secret.js';
