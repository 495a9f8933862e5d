export { type BinRpcMessage, decodeBinRpc } from '../bin-rpc/decode.js';
export { encodeBinRpcCall, encodeBinRpcFault, encodeBinRpcResponse } from '../bin-rpc/encode.js';
export { type BinRpcSplitter, createBinRpcSplitter } from '../bin-rpc/splitter.js';
export * from '../encoding/errors.js';
export {
  declaredEncoding,
  decodeLatin1,
  encodeLatin1,
  outsideLatin9,
  percentDecodeLatin9,
  type TextEncoding,
} from '../encoding/text.js';
export {
  double,
  int,
  type OutgoingValue,
  type RpcAnswer,
  type RpcCall,
  type TypedNumber,
} from '../encoding/value.js';
export * from '../xml-rpc/decode.js';
export * from '../xml-rpc/encode.js';
export {
  createXmlRpcReader,
  type XmlRpcDecodeOptions,
  type XmlRpcDocument,
  type XmlRpcReader,
} from '../xml-rpc/reader.js';
export * from './http-framing.js';
export * from './json-rpc.js';
