import { describe, expect, it } from 'vitest';
import type { WireValue } from '../model/model.js';
import type { WriteRequest } from '../model/operations-model.js';
import { readWrong } from './read-back.js';

const request: WriteRequest = { interfaceName: 'HmIP-RF', channelAddress: 'A:1', paramsetKey: 'MASTER', values: {} };
const asked = new Map([['OFFSET', { type: 'double', value: 1 } as const]]);
const answering = (answer: WireValue) => ({ call: async () => answer });

describe('what is read back of a configuration', () => {
  it('is handed on as a whole, and told where it is not what was written', async () => {
    const shown: unknown[] = [];
    const paramset = { OFFSET: 2, OTHER: true };
    expect(await readWrong(answering(paramset), request, asked, (each) => shown.push(each))).toEqual(['OFFSET']);
    expect(shown).toEqual([paramset]);
  });

  it('is not handed on when it is no paramset', async () => {
    const shown: unknown[] = [];
    await expect(readWrong(answering('no'), request, asked, (each) => shown.push(each))).rejects.toMatchObject({
      code: 'protocol',
    });
    expect(shown).toEqual([]);
  });
});
