import { expect, it } from 'vitest';
import { probeReport } from './probe.js';

const door = (name: string, answers: boolean) => ({ name, port: 80, answers });

it('is reachable with every port, names the ports that do not answer, and names the host if none does', () => {
  expect(probeReport('ccu', [door('a', true), door('b', true)], undefined)).toEqual({ reachable: true });
  expect(probeReport('ccu', [door('a', true), door('b', false)], undefined)).toEqual({
    reachable: false,
    note: 'No answer from b (port 80): check whether it is switched on and allowed by the firewall of the CCU',
  });
  expect(probeReport('ccu', [door('a', false)], undefined).note).toContain('Nothing answers at ccu');
});

it("reports the outcome of the login, and the CCU's data about itself", () => {
  const look = { session: 'logic_layer_away' } as const;
  expect(probeReport('ccu', [], look)).toEqual({ reachable: true, login: 'starting' });
  const info = { serial: 'NEQ1', interfaces: [{ type: 'HmIP-RF' }] };
  expect(probeReport('ccu', [], { session: 'open', info } as never)).toEqual({
    reachable: true,
    login: 'accepted',
    serial: 'NEQ1',
    interfaces: ['HmIP-RF'],
  });
});
