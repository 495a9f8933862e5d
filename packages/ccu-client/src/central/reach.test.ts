import { describe, expect, it } from 'vitest';
import { reachOf } from './reach.js';

const credentials = { username: 'gateway', password: 'secret' };
const tls = { fingerprint: 'ab'.repeat(32) };
// Only what decides how a CCU is reached.
const ccu = { host: 'ccu.example', tls, credentials, options: { tlsInsecureSkipVerify: true } } as never;
const plain = { host: 'ccu.example', tls: undefined, credentials, options: {} } as never;

describe('where an interface is', () => {
  it('is the CCU, with its credentials and its certificate', () => {
    const { target, login } = reachOf({ name: 'HmIP-RF' }, ccu);
    expect(target).toEqual({ host: 'ccu.example', port: 42010, tls });
    expect(login).toBe(credentials);
  });

  it('is reached without TLS where the CCU is', () => {
    expect(reachOf({ name: 'HmIP-RF' }, plain).target).toEqual({ host: 'ccu.example', port: 2010 });
  });

  it('gives a server on another host neither the credentials nor the fingerprint of the CCU', () => {
    const { target, login } = reachOf({ name: 'CCU-Jack', host: 'jack.example' }, ccu);
    expect(target).toEqual({ host: 'jack.example', port: 2122, tls: { insecureSkipVerify: true } });
    expect(login).toBeUndefined();
  });

  it('uses TLS for a server that needs it, where the CCU itself does not', () => {
    const { target } = reachOf({ name: 'CCU-Jack', host: 'jack.example', tls: true }, plain);
    expect(target).toEqual({ host: 'jack.example', port: 2122, tls: { insecureSkipVerify: undefined } });
  });
});
