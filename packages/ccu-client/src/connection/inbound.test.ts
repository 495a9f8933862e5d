import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, callsOf } from '../callback/answers.js';
import { arbitraryWireValue } from '../wire/testing/arbitrary.js';
import { readInbound } from './inbound.js';

const METHODS = [
  'event',
  'newDevices',
  'deleteDevices',
  'updateDevice',
  'replaceDevice',
  'readdedDevice',
  'error',
  'listDevices',
  'system.multicall',
  'setReadyConfig',
  'x',
];

describe('a call of the CCU', () => {
  it('means what it says', () => {
    expect(readInbound({ method: 'event', params: ['id', 'A:1', 'LEVEL', 0.5] })).toEqual({
      kind: 'value',
      channelAddress: 'A:1',
      parameter: 'LEVEL',
      value: 0.5,
    });
    expect(readInbound({ method: 'event', params: ['id', 'CENTRAL', 'PONG', 'id#1'] })).toEqual({
      kind: 'pong',
      token: 'id#1',
    });
    expect(readInbound({ method: 'event', params: ['id', 'CENTRAL:0', 'PONG', 'id#1'] })).toEqual({
      kind: 'pong',
      token: 'id#1',
    });
    expect(readInbound({ method: 'deleteDevices', params: ['id', ['A', 'A:1', 7, 'bad\naddress']] })).toEqual({
      kind: 'removed',
      list: ['A', 'A:1', 7, 'bad\naddress'],
    });
    expect(readInbound({ method: 'updateDevice', params: ['id', 'A', 0] })).toEqual({
      kind: 'changed',
      address: 'A',
    });
    expect(readInbound({ method: 'updateDevice', params: ['id', 'A', 1] })).toEqual({
      kind: 'links_changed',
      address: 'A',
    });
    expect(readInbound({ method: 'setReadyConfig', params: ['id', 'A'] })).toEqual({ kind: 'nothing' });
  });

  it('with values, addresses or names that cannot be is malformed and nothing else', () => {
    for (const params of [
      [],
      ['id'],
      ['id', 'A:1', 'LEVEL'],
      ['id', 'A:B:1', 'LEVEL', 1],
      ['id', 'A\u0000', 'LEVEL', 1],
      ['id', 'A:1', '', 1],
      ['id', 'A:1', 'LEVEL', [1]],
      ['id', 7, 'LEVEL', 1],
      ['id', 'A'.repeat(65), 'X', 1],
    ]) {
      expect(readInbound({ method: 'event', params })).toMatchObject({ kind: 'malformed' });
    }
  });

  it('never breaks anything, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...METHODS),
        fc.array(arbitraryWireValue({ doubles: 'decimal' }), { maxLength: 5 }),
        (method, params) => {
          const call = { method, params };
          expect(() => answerTo(call)).not.toThrow();
          for (const single of callsOf(call)) expect(readInbound(single)).toHaveProperty('kind');
        },
      ),
    );
  });
});
