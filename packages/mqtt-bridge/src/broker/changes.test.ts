import { expect, it } from 'vitest';
import { type BrokerChange, createChangeWatch } from './changes.js';
import type { BrokerFault } from './fault.js';

const fault = (kind: BrokerFault['kind'], message: string = kind): BrokerFault => ({ kind, message });

/** What is told of a broker that goes through these states. */
function toldOf(states: readonly ('connected' | BrokerFault)[]): readonly string[] {
  const told: string[] = [];
  const watch = createChangeWatch((change: BrokerChange) => {
    told.push(change.state === 'connected' ? `connected ${change.version}` : change.fault.message);
  });
  for (const each of states) {
    if (each === 'connected') {
      watch({ state: 'connecting', since: 0 });
      watch({ state: 'connected', since: 0, version: 5 });
    } else {
      watch({ state: 'connecting', since: 0 });
      // As the broker does: when it fails, and when the pause begins.
      watch({ state: 'waiting', since: 0, fault: each });
      watch({ state: 'waiting', since: 0, fault: each });
    }
  }
  return told;
}

it('a repeated failure is reported once, another one is reported, and the same one again after a connection', () => {
  const away = () => fault('unreachable', 'nothing listens there');
  expect(toldOf([away(), away(), fault('credentials'), away(), 'connected', away()])).toEqual([
    'nothing listens there',
    'credentials',
    'nothing listens there',
    'connected 5',
    'nothing listens there',
  ]);
});

it('a broker without the newer version is no failure, and one without both is', () => {
  expect(toldOf([fault('protocol'), 'connected'])).toEqual(['connected 5']);
  expect(toldOf([fault('protocol'), fault('protocol'), fault('protocol')])).toEqual(['protocol']);
});
