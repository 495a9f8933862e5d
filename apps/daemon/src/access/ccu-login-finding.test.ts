import type { CcuEvent, HubStatus } from '@ccu-gateway/ccu-client';
import { createCentralDirectory } from '@ccu-gateway/gateway-core/parts';
import { expect, it } from 'vitest';
import { ccuLoginFindings } from './ccu-login-finding.js';

type State = Extract<CcuEvent, { type: 'link_state' }>['status']['state'];

function findings(session: HubStatus['session'], states: readonly State[], isEnabled = true) {
  const directory = createCentralDirectory([{ name: 'home', enabled: true } as never], () => undefined);
  const ccu = {
    hubStatus: (): HubStatus => ({ session, scripts: 'granted', scriptPort: 'unused' }),
    status: () =>
      states.map(
        (state) => ({ central: 'home', interfaceName: 'HmIP-RF', state, connected: state === 'connected' }) as const,
      ),
  };
  const centrals = { get: (name: string) => (name === 'home' ? ccu : undefined) };
  return ccuLoginFindings({ centrals, directory }, { isEnabled, central: '' });
}

it.each([
  ['hangs or does not run', 'logic_layer_away', ['connected']],
  ['has a web interface that does not answer', 'unreachable', ['connected']],
  ['answers on no interface', 'open', ['disconnected', 'booting']],
] as const)('the sign-in page shows that a CCU %s', (_what, session, states) => {
  expect(findings(session, states)).toMatchObject([{ name: 'home', reason: 'ccu_login_away', affectsSignIn: true }]);
});

it('a CCU that answers, one of which an interface alone is away, and one that nobody signs in with is no trouble', () => {
  expect(findings('open', ['connected'])).toEqual([]);
  expect(findings('none', ['connected', 'disconnected'])).toEqual([]);
  expect(findings('logic_layer_away', ['connected'], false)).toEqual([]);
});
