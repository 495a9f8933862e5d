import { expect, it } from 'vitest';
import type { WireValue } from '../model/model.js';
import { radioOperations } from './radio.js';

const rssiOf = (answer: WireValue) =>
  radioOperations({
    ask: async () => answer,
    able: () => expect.fail('no link is needed'),
    link: () => expect.fail('no link is needed'),
  }).rssi('BidCos-RF');

it('reads the pairs of signals that an interface measured, and drops everything else', async () => {
  const answer = {
    A: { G: [-60, 65_536], H: 'none', I: { 0: -1 }, J: [] },
    B: 'no peers',
    C: { G: ['-60', -70] },
  } as unknown as WireValue;
  expect(await rssiOf(answer)).toEqual([
    { device: 'A', peer: 'G', heardByDevice: -60, heardByPeer: undefined },
    { device: 'A', peer: 'J', heardByDevice: undefined, heardByPeer: undefined },
    { device: 'C', peer: 'G', heardByDevice: undefined, heardByPeer: -70 },
  ]);
  for (const nothing of ['', 7, [], [[-1]]]) expect(await rssiOf(nothing as WireValue)).toEqual([]);
});

it('reads no more pairs than an interface can have', async () => {
  const peers = Object.fromEntries(Array.from({ length: 300 }, (_, peer) => [`P${peer}`, [-60, -70]]));
  const answer = Object.fromEntries(Array.from({ length: 100 }, (_, device) => [`D${device}`, peers]));
  expect(await rssiOf(answer)).toHaveLength(20_000);
});
