import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { recordIncidents } from './incidents.js';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const rolledBack = (parameter: string): CcuEvent => ({
  type: 'write_rolled_back',
  at: 1,
  central: 'home',
  interfaceName: 'HmIP-RF',
  channelAddress: '00F1C0DE000001:1',
  paramsetKey: 'MASTER',
  parameter,
  reason: 'timeout',
});

it('logs that an incident was not written, also where the store throws, and goes on', async () => {
  let listener: (event: CcuEvent) => void = () => {};
  const warned: string[] = [];
  let asked = 0;
  const store = {
    add() {
      asked += 1;
      throw new Error('closed');
    },
  };
  const ccu = {
    name: 'home',
    on: (each: (event: CcuEvent) => void) => {
      listener = each;
      return () => {};
    },
  };
  recordIncidents(ccu, store, { ...SILENT, warn: (text: string) => warned.push(text) });
  for (const turn of [1, 2]) {
    listener(rolledBack('A'));
    listener(rolledBack('B'));
    await new Promise((settle) => setImmediate(settle));
    expect({ asked, warned: warned.length }).toEqual({ asked: turn, warned: turn });
  }
});
