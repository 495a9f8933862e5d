export { commandsProbe, leftoverRemoval, syntaxProbe } from '../rega/compat-scripts.js';
export {
  encodeScriptError,
  type ScriptErrorCode,
  type ScriptOutput,
  type ScriptValue,
} from '../rega/language/output.js';
export { type ReGaScript, readScriptHeader, type ScriptHeader } from '../rega/language/script.js';
export { REGA_SCRIPTS, type ReGaScriptArgs, type ReGaScriptName, type ReGaScriptRow } from '../rega/scripts/index.js';
export * from './codecs/index.js';
