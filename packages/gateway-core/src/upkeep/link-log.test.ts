import type { CcuEvent, CcuEventListener, ConnectionState } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { logLinks } from './link-log.js';

it('logs trouble as a warning with the setting to check, and intermediate steps as information', () => {
  let listener: CcuEventListener = () => {};
  const said: unknown[] = [];
  const note = (level: string) => (_message: string, fields?: object) => void said.push({ level, ...fields });
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const on = (each: CcuEventListener) => {
    listener = each;
    return () => {
      listener = () => {};
    };
  };
  const central = { name: 'home', host: 'ccu', username: '', settingNamed: (setting: string) => `home.${setting}` };
  const stop = logLinks({ on }, central, log);
  const link = (state: ConnectionState, more: object = {}) =>
    listener({
      type: 'link_state',
      central: 'home',
      interfaceName: 'HmIP-RF',
      at: 0,
      previous: 'loading',
      status: { central: 'home', interfaceName: 'HmIP-RF', state, connected: false, ...more },
    } as CcuEvent);
  link('registering');
  link('disconnected', { note: 'no answer', cause: 'unreachable' });
  link('suspect', { cause: 'silence' });
  stop();
  link('disconnected');
  const about = { central: 'home', interface: 'HmIP-RF', previous: 'loading' };
  expect(said).toEqual([
    { level: 'info', ...about, state: 'registering' },
    {
      level: 'warn',
      ...about,
      state: 'disconnected',
      note: 'no answer',
      remedy: 'check home.host (ccu), and that the CCU is on',
    },
    { level: 'warn', ...about, state: 'suspect' },
  ]);
});
