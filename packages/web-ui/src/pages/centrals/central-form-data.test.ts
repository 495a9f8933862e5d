import { describe, expect, it } from 'vitest';
import { detectedOf, draftOf, EMPTY_DRAFT, mistakesIn, settingsOf } from './central-form-data.js';

describe('the settings of a CCU from a form', () => {
  it('keep members that the form does not show, and send no password that was not entered', () => {
    const stored = {
      name: 'home',
      host: '10.0.0.2',
      enabled: true,
      interfaces: [
        { name: 'HmIP-RF', port: 2010 },
        { name: 'Cellar', port: 9, host: 'cellar' },
      ],
      behavior: { create_central_links: true },
      password_plain: '***',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      serial: 'ABC',
    };
    const sent = settingsOf({ ...draftOf(stored), host: '10.0.0.3 ' }, stored);
    expect(sent).toEqual({
      name: 'home',
      host: '10.0.0.3',
      enabled: true,
      username: '',
      tls: false,
      tls_insecure_skip_verify: false,
      json_rpc_port: 0,
      interfaces: stored.interfaces,
      behavior: stored.behavior,
    });
  });

  it('never accept any certificate without TLS', () => {
    expect(settingsOf({ ...EMPTY_DRAFT, host: 'ccu', insecure: true }).tls_insecure_skip_verify).toBe(false);
  });

  it.each([
    [{ host: 'ccu.local' }, []],
    [{ host: 'http://' }, ['host']],
    [{ host: 'ccu', name: 'my home' }, ['name']],
    [{ host: 'ccu', interfaces: [] }, ['interfaces']],
  ])('with %j have the mistakes %j', (change, mistakes) => {
    expect(mistakesIn({ ...EMPTY_DRAFT, ...change })).toEqual(mistakes);
  });

  it.each([
    ['http://192.168.1.10/login.htm?x=1', '192.168.1.10'],
    [' https://ccu3-webui.local/ ', 'ccu3-webui.local'],
    ['admin@ccu.lan', 'ccu.lan'],
    ['ccu.lan', 'ccu.lan'],
  ])('take the host out of %s', (text, host) => {
    expect(settingsOf({ ...EMPTY_DRAFT, host: text }).host).toBe(host);
    expect(mistakesIn({ ...EMPTY_DRAFT, host: text })).toEqual([]);
  });

  it('send ports of interfaces that are not the usual ones', () => {
    const { interfaces } = settingsOf({
      ...EMPTY_DRAFT,
      interfaces: ['HmIP-RF', 'CUxD'],
      ports: { 'HmIP-RF': '42010' },
    });
    expect(interfaces).toEqual([{ name: 'HmIP-RF', port: 42_010 }, { name: 'CUxD' }]);
  });
});

it('interfaces are taken from the list of the CCU, in the usual order', () => {
  expect(detectedOf(['CUxD', 'HmIP-RF', 'Something'])).toEqual(['HmIP-RF', 'CUxD']);
  expect(detectedOf([])).toBeUndefined();
  expect(detectedOf(undefined)).toBeUndefined();
});
