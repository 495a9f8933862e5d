import type { LogEntry } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { remedyOf, withRemedies } from './remedy.js';

const settingNamed = (setting: string) => `centrals.home.${setting}`;
const house = { name: 'home', host: '192.168.1.99', username: 'Gateway', settingNamed };

describe('the remedy for a CCU that does not answer as it should', () => {
  it('names the central, the key and the value that is no secret', () => {
    expect(remedyOf(house, 'unreachable')).toBe('check centrals.home.host (192.168.1.99), and that the CCU is on');
    expect(remedyOf(house, 'login_refused')).toBe('check centrals.home.username (Gateway) and centrals.home.password');
    expect(remedyOf({ ...house, username: '' }, 'login_refused')).toBe(
      'set centrals.home.username and centrals.home.password',
    );
    expect(remedyOf(house, 'too_many_sessions')).toBeUndefined();
  });

  it("is added to the client's message about a refused session, and leaves everything else alone", () => {
    const said: LogEntry[] = [];
    const log = withRemedies((entry) => said.push(entry), house);
    const refused = { level: 'warn', event: 'session.refused', message: 'refused', fields: { code: 'login_refused' } };
    log(refused as LogEntry);
    log({ level: 'info', event: 'other', message: 'm' });
    expect(said.map(({ fields }) => fields)).toEqual([
      { code: 'login_refused', central: 'home', remedy: remedyOf(house, 'login_refused') },
      undefined,
    ]);
  });
});
