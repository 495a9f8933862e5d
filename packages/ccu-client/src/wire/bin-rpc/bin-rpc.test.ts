import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWireError } from '../encoding/errors.js';
import { double } from '../encoding/value.js';
import { arbitraryWireValue } from '../testing/arbitrary.js';
import { decodeBinRpc } from './decode.js';
import { encodeBinRpcCall, encodeBinRpcFault, encodeBinRpcResponse } from './encode.js';
import { createBinRpcSplitter } from './splitter.js';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('BIN-RPC messages', () => {
  const golden: readonly (readonly [string, Buffer, Buffer])[] = [
    [
      'listDevices("")',
      encodeBinRpcCall('listDevices', ['']),
      hex('42696e00 0000001b 0000000b 6c69737444657669636573 00000001 00000003 00000000'),
    ],
    [
      'setValue with a boolean',
      encodeBinRpcCall('setValue', ['CUX2801001:1', 'STATE', true]),
      hex(
        '42696e00 00000036 00000008 73657456616c7565 00000003 00000003 0000000c 435558323830313030313a31 00000003 00000005 5354415445 00000002 01',
      ),
    ],
    [
      'init',
      encodeBinRpcCall('init', ['xmlrpc_bin://192.168.1.5:9001', 'gw-CUxD']),
      hex(
        '42696e00 00000040 00000004 696e6974 00000002 00000003 0000001d 786d6c7270635f62696e3a2f2f3139322e3136382e312e353a39303031 00000003 00000007 67772d43557844',
      ),
    ],
    [
      'event',
      encodeBinRpcCall('event', ['gw-CUxD', 'CUX2801001:1', 'STATE', false]),
      hex(
        '42696e00 00000042 00000005 6576656e74 00000004 00000003 00000007 67772d43557844 00000003 0000000c 435558323830313030313a31 00000003 00000005 5354415445 00000002 00',
      ),
    ],
    ['a void answer', encodeBinRpcResponse(''), hex('42696e01 00000008 00000003 00000000')],
    ['the answer [true]', encodeBinRpcResponse([true]), hex('42696e01 0000000d 00000100 00000001 00000002 01')],
    [
      'a fault',
      encodeBinRpcFault(-2, 'Unknown instance'),
      hex(
        '42696eff 00000044 00000101 00000002 00000009 6661756c74436f6465 00000001 fffffffe 0000000b 6661756c74537472696e67 00000003 00000010 556e6b6e6f776e20696e7374616e6365',
      ),
    ],
  ];

  it.each(golden)('writes %s as the documented bytes', (_, actual, expected) => {
    expect(actual.toString('hex')).toBe(expected.toString('hex'));
  });

  it.each([
    [0, '00000000 00000000'],
    [1, '20000000 00000001'],
    [-1, 'e0000000 00000001'],
    [0.5, '20000000 00000000'],
    [21.5, '2b000000 00000005'],
    [-10, 'd8000000 00000004'],
    [0.1, '33333333 fffffffd'],
    [4.5, '24000000 00000003'],
    [100, '32000000 00000007'],
  ])('writes the double %d as the documented bytes and reads it back', (value, bytes) => {
    const message = encodeBinRpcResponse(double(value));
    expect(message.subarray(12).toString('hex')).toBe(bytes.replace(' ', ''));
    expect(decodeBinRpc(message)).toEqual({ kind: 'value', value });
  });

  it('counts bytes of Latin-1, not characters of UTF-8', () => {
    const message = encodeBinRpcResponse('Tür');
    expect(message.subarray(8).toString('hex')).toBe('000000030000000354fc72');
    expect(decodeBinRpc(message)).toEqual({ kind: 'value', value: 'Tür' });
  });

  it('reads faults, calls and a body of nothing', () => {
    expect(decodeBinRpc(encodeBinRpcFault(-2, 'Unknown instance'))).toEqual({
      kind: 'fault',
      code: -2,
      message: 'Unknown instance',
    });
    expect(decodeBinRpc(encodeBinRpcCall('ping', ['a']))).toEqual({ kind: 'call', method: 'ping', params: ['a'] });
    expect(decodeBinRpc(hex('42696e01 00000000'))).toEqual({ kind: 'value', value: '' });
  });

  it('brings every value back', () => {
    fc.assert(
      fc.property(arbitraryWireValue({ doubles: 'binary' }), (value) => {
        expect(decodeBinRpc(encodeBinRpcCall('m', [value]))).toEqual({ kind: 'call', method: 'm', params: [value] });
      }),
    );
  });

  it('answers any bytes with a message or a WireError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(0, 1, 0x40, 0xff), (bytes, type) => {
        const header = Buffer.from([0x42, 0x69, 0x6e, type, 0, 0, 0, bytes.length]);
        for (const message of [bytes, Buffer.concat([header, bytes])]) {
          try {
            decodeBinRpc(message);
          } catch (error) {
            expect(isWireError(error)).toBe(true);
          }
        }
      }),
    );
  });

  it('does not allocate for a list that claims more items than there are bytes', () => {
    expect(() => decodeBinRpc(hex('42696e01 00000008 00000100 ffffffff'))).toThrow('longer than its message');
  });

  it('refuses endless nesting', () => {
    const nested = Buffer.concat(Array.from({ length: 100 }, () => hex('00000100 00000001')));
    const header = hex('42696e01 00000320');
    expect(() => decodeBinRpc(Buffer.concat([header, nested]))).toThrow('nested too deeply');
  });
});

describe('the BIN-RPC splitter', () => {
  const messages = [encodeBinRpcCall('ping', ['x']), encodeBinRpcResponse(true), encodeBinRpcFault(-1, 'no')];
  const stream = Buffer.concat(messages);

  it('finds the messages however TCP cuts and joins them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 20 }), (cuts) => {
        const splitter = createBinRpcSplitter();
        const edges = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const found: Buffer[] = [];
        for (let i = 1; i < edges.length; i += 1) found.push(...splitter.push(stream.subarray(edges[i - 1], edges[i])));
        expect(found).toEqual(messages);
      }),
    );
  });

  it('refuses a stream that is not BIN-RPC at its first byte', () => {
    expect(() => createBinRpcSplitter().push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow('not BIN-RPC');
  });

  it('refuses a message that announces more than the limit', () => {
    expect(() => createBinRpcSplitter({ maxBytes: 100 }).push(hex('42696e00 7fffffff'))).toThrow('larger than 100');
  });
});
