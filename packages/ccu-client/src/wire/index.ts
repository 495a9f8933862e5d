export { commandsProbe, leftoverRemoval, syntaxProbe } from '../rega/compat-scripts.js';
export { encodeScriptError, type ScriptErrorCode, type ScriptOutput, type ScriptValue } from '../rega/output.js';
export { type ReGaScript, readScriptHeader, type ScriptHeader } from '../rega/script.js';
export { REGA_SCRIPTS, type ReGaScriptArgs, type ReGaScriptName, type ReGaScriptRow } from '../rega/scripts/index.js';
export { type BinRpcMessage, decodeBinRpc } from './bin-rpc/decode.js';
export { encodeBinRpcCall, encodeBinRpcFault, encodeBinRpcResponse } from './bin-rpc/encode.js';
export { type BinRpcSplitter, createBinRpcSplitter } from './bin-rpc/splitter.js';
export * from './errors.js';
export * from './http-framing.js';
export * from './json-rpc.js';
export * from './text.js';
export {
  double,
  int,
  isTypedNumber,
  type OutgoingValue,
  type RpcAnswer,
  type RpcCall,
  type TypedNumber,
} from './value.js';
export * from './xml-rpc/decode.js';
export * from './xml-rpc/encode.js';
export {
  createXmlRpcReader,
  type XmlRpcDecodeOptions,
  type XmlRpcDocument,
  type XmlRpcReader,
} from './xml-rpc/reader.js';
