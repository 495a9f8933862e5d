import { describe, expect, it } from 'vitest';
import { cli } from '../test/fixture.js';

describe('the command line', () => {
  it('shows help for itself, a group and a command, on stdout with exit 0', async () => {
    for (const [argv, text] of [
      [['--help'], 'token'],
      [['token', '--help'], 'mint'],
      [['token', 'mint', '-h'], '--expires'],
    ] as const) {
      const ran = await cli(argv);
      expect(ran).toMatchObject({ code: 0, err: '' });
      expect(ran.out).toContain(text);
      expect(ran.out).not.toContain('ccu-gateway ccu-gateway');
      expect(ran.out).not.toContain('token ccu-gateway');
    }
  });

  it.each([
    [[], /a command is missing/],
    [['token'], /a command is missing/],
    [['nonsense'], /unknown command "nonsense"; there are: run, demo/],
    [['token', 'steal'], /unknown command "token steal"; there are: mint, list, show, revoke/],
    [['token', 'mint'], /SUBJECT/],
    [['token', 'mint', 'a', '--rolle', 'admin'], /unknown option "--rolle"/],
    [['token', 'mint', 'a', '--role'], /option "--role" needs a value/],
    [['token', 'mint', 'a', '--role', '--yes'], /option "--role" needs a value/],
    [['token', 'mint', '--subject=a'], /unknown option "--subject"/],
    [['token', 'list', '-qx'], /unknown option "-qx"/],
    [['-5', 'token', 'list'], /unknown command "-5"/],
    [['token', 'mint', 'a', 'b'], /unexpected argument "b"/],
    [['token', 'mint', 'a', '--expires', 'soon'], /--expires takes days/],
    [['token', 'list', '--timeout', '0'], /--timeout takes seconds/],
    [['token', 'list', '--url', 'ftp://x'], /must begin with http/],
    [['token', 'list', '--url', 'http://a:b@x'], /must not contain a user or password/],
    [['user', 'add', 'a', '--password', 'x'], /unknown option "--password"/],
  ])('refuses %j with exit 2 and prints a remedy', async (argv, message) => {
    const ran = await cli(argv);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.err).toMatch(message);
    expect(ran.err).toMatch(/\nfix: /);
  });

  it('puts errors into the one JSON document on stdout when asked for JSON', async () => {
    const ran = await cli(['--json', 'nonsense']);
    expect(ran).toMatchObject({ code: 2, err: '' });
    expect(ran.json()).toEqual({
      ok: false,
      error: { code: 'usage', message: expect.stringContaining('unknown command'), fix: 'ccu-gateway --help' },
    });
  });

  it('takes options before, between and behind the words, and short ones together', async () => {
    const url = 'ftp://x';
    for (const argv of [
      ['--url', url, '--json', 'token', 'list'],
      ['token', '--json', '--url', url, 'list'],
      ['token', 'list', '-qy', `--url=${url}`, '--json'],
    ]) {
      const ran = await cli(argv);
      expect(ran.json(), argv.join(' ')).toMatchObject({ ok: false, error: { code: 'usage' } });
      expect(ran.out).toContain('must begin with http');
    }
  });

  it('prints its version, also as JSON and as an option', async () => {
    const plain = await cli(['version']);
    expect(plain.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await cli(['--version'])).out).toBe(plain.out);
    expect((await cli(['version', '--json'])).json()).toMatchObject({ ok: true, data: { version: plain.out.trim() } });
  });

  it('never repeats a password from a URL', async () => {
    const ran = await cli(['token', 'list'], { env: { CCU_GATEWAY_URL: 'http://u:canary@x' } });
    expect(ran.out + ran.err).not.toContain('canary');
  });
});
