import { mapStatus } from '../transport/errors.js';
import {
  basicAuthorization,
  declaredEncoding,
  encodeJsonRpcRequest,
  encodeXmlRpcCall,
  xmlRpcHeaders,
} from '../wire/codecs/index.js';
import type { ServedInterface } from './interfaces.js';
import { absent, different, explain, failed, ok, type Recorder, skipped, type Verdict } from './recorder.js';
import type { Wires } from './wires.js';

/** Detects the encodings of the protocols. Bodies are read as bytes and dropped. */
export async function checkEncodings(
  wires: Wires,
  served: readonly ServedInterface[],
  recorder: Recorder,
): Promise<void> {
  for (const { wire } of served) {
    await recorder.check('encodings', wire.name, async () => {
      if (wire.http === undefined) return skipped('BIN-RPC has one encoding');
      const body = encodeXmlRpcCall('listDevices', []);
      const answer = await wire.http.exchange({
        path: wire.path,
        headers: { ...xmlRpcHeaders(body), ...authorization(wires) },
        body,
        timeoutMs: wires.timings.longRpcTimeoutMs,
        signal: wires.signal,
      });
      const refused = mapStatus(answer.status);
      if (refused !== undefined) return failed(explain(refused));
      return judgeXml(answer.body, answer.contentType);
    });
  }
  await recorder.check('encodings', 'JSON-RPC', async () => {
    const body = encodeJsonRpcRequest({ id: 1, method: 'system.listMethods' });
    const answer = await wires.web.exchange({
      path: '/api/homematic.cgi',
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.byteLength) },
      body,
      timeoutMs: wires.timings.jsonTimeoutMs,
      signal: wires.signal,
    });
    const refused = mapStatus(answer.status);
    if (refused !== undefined) return failed(explain(refused));
    // Both are read; the encoding helps to explain a garbled name.
    return ok(`${bytesOf(answer.body)}, ${/json/i.test(answer.contentType) ? 'as JSON' : 'without naming JSON'}`);
  });
}

function authorization({ credentials }: Wires): Readonly<Record<string, string>> {
  return credentials === undefined
    ? {}
    : { Authorization: basicAuthorization(credentials.username, credentials.password) };
}

function judgeXml(body: Buffer, contentType: string): Verdict {
  const declared = declaredEncoding(body.subarray(0, 256), contentType);
  if (declared === undefined) return absent(`nothing declared, ${bytesOf(body)}`);
  const bytes = bytesOf(body);
  if (declared === 'utf8' && bytes === 'Latin-1') return different('declares UTF-8 and sends other bytes');
  return ok(`declares ${declared === 'utf8' ? 'UTF-8' : 'Latin-1'}, sends ${bytes}`);
}

function bytesOf(body: Uint8Array): 'ASCII' | 'UTF-8' | 'Latin-1' {
  if (body.every((byte) => byte < 0x80)) return 'ASCII';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return 'UTF-8';
  } catch {
    return 'Latin-1';
  }
}
