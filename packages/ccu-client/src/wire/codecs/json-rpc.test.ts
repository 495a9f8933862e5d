import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../../scripts/lib/any-text.mjs';
import { isWireError } from '../encoding/errors.js';
import { decodeJsonRpcReply, encodeJsonRpcRequest, parseBrokenJson } from './json-rpc.js';

const reply = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') => decodeJsonRpcReply(Buffer.from(text, encoding));

describe('JSON-RPC of the CCU', () => {
  it('writes ASCII only, with the session among the parameters', () => {
    const body = encodeJsonRpcRequest({ id: 3, method: 'SysVar.setBool', params: { name: 'Tür' }, sessionId: 'abc' });
    expect(body.toString('latin1')).toContain('"name":"T\\u00fcr"');
    expect(JSON.parse(body.toString('latin1'))).toEqual({
      version: '1.1',
      jsonrpc: '1.1',
      id: 3,
      method: 'SysVar.setBool',
      params: { name: 'Tür', _session_id_: 'abc' },
    });
  });

  it('reads results and errors', () => {
    expect(reply('{"id":1,"version":"1.1","result":"x","error":null}')).toEqual({ kind: 'result', result: 'x' });
    expect(reply('{"result":null,"error":{"name":"JSONRPCError","code":400,"message":"access denied"}}')).toEqual({
      kind: 'error',
      code: 400,
      message: 'access denied',
    });
  });

  it('reads either encoding', () => {
    expect(reply('{"result":"Tür"}', 'utf8')).toEqual({ kind: 'result', result: 'Tür' });
    expect(reply('{"result":"Tür"}', 'latin1')).toEqual({ kind: 'result', result: 'Tür' });
  });

  it('repairs raw control characters and backslashes that escape nothing', () => {
    expect(reply('{"result":"a\u0001b\tc\nd"}')).toEqual({ kind: 'result', result: 'a\u0001b\tc\nd' });
    expect(reply('{"result":"C:\\Users \\" \\u00fc \\$x"}')).toEqual({ kind: 'result', result: 'C:\\Users " ü \\$x' });
  });

  it.each([
    ['a mark of the encoding and line ends around it', '\ufeff\r\n{"result":[1]}\r\n', [1]],
    ['headers of the CGI in front', 'Content-Type: application/json\r\n\r\n{"result":[1]}', [1]],
    ['an error page of the CGI behind', '{"result":["}"]}\nContent-type: text/html\n\n<html>{"a":1}', ['}']],
    ['zero bytes behind', '{"result":[1]}\0\0', [1]],
    ['numbers that are none', '{"result":[nan,-nan,-inf,"nan",-nan(ind)]}', [null, null, null, 'nan', null]],
    ['commas too many', '{"result":[1,2,],}', [1, 2]],
    ['zeros before numbers', '{"result":[007,-08,0,0.50,10,1.005,"007"]}', [7, -8, 0, 0.5, 10, 1.005, '007']],
  ])('reads an answer with %s', (_, text, result) => {
    expect(reply(text)).toEqual({ kind: 'result', result });
  });

  it('names unreadable content', () => {
    const code = (text: string) => {
      try {
        parseBrokenJson(Buffer.from(text));
        return 'none';
      } catch (error) {
        return isWireError(error) ? error.code : 'foreign';
      }
    };
    expect(code('')).toBe('empty');
    expect(code('<html>login</html>')).toBe('not_rpc');
    expect(code('{"result":')).toBe('malformed');
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(code(text)).not.toBe('foreign');
      }),
    );
  });
});
