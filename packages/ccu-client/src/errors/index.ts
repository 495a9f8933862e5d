export { CcuError, type CcuErrorCode, type CcuErrorDetails, isCcuError } from '../model/errors.js';
