import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { createMetadataSource } from './source.js';

const VERSION = { api: 'meta', version: 1 };
const DOCUMENT = { objects: { 'HmIP-RF.A:1': { name: 'Lampe' } }, enums: {} };

type Answer = readonly [status: number, body: unknown] | undefined;

/** A CCU that answers each path as the table says; undefined: not at all. */
function asking(answers: Record<string, Answer | ((credential: string | undefined) => Answer)>, password = 'secret') {
  const asked: string[] = [];
  let now = 0;
  const source = createMetadataSource({
    credentials: { username: 'Admin', password },
    now: () => now,
    timeoutMs: 100,
    http: {
      async exchange({ path, headers }) {
        const credential = headers?.Authorization;
        asked.push(credential === undefined ? path : `${path} ${credential}`);
        const given = answers[path];
        const answer = typeof given === 'function' ? given(credential) : given;
        if (answer === undefined) throw new CcuError('unreachable', 'away');
        const [status, body] = answer;
        return { status, contentType: '', body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
      },
    },
  });
  return {
    source,
    asked,
    answers,
    pass(ms: number) {
      now += ms;
    },
  };
}

const LITE = {
  '/api/meta/v1/version': [200, VERSION],
  '/api/auth/v1/login': [200, { sid: 'abcdef1234' }],
  '/api/auth/v1/logout': [200, {}],
  '/api/meta/v1/snapshot': [200, DOCUMENT],
} as const;

describe('detection of a CCU without a logic layer', () => {
  it.each([
    ['its own API answers', [200, VERSION], true],
    ['nothing is there', [404, 'Not found'], false],
    ['a page is there', [200, '<html></html>'], false],
    ['another API is there', [200, { api: 'other' }], false],
    ['a list is there', [200, [VERSION]], false],
    ['null is there', [200, 'null'], false],
  ] as const)('depends on the answer: %s', async (_, answer, expected) => {
    const { source } = asking({ '/api/meta/v1/version': answer });
    expect(await source.look()).toBe(expected);
    expect(source.isThere()).toBe(expected);
  });

  it.each([undefined, [503, ''], [301, '']] as const)('is not decided by %j', async (answer) => {
    const { source, answers, pass } = asking({ ...LITE });
    await source.look();
    answers['/api/meta/v1/version'] = answer;
    pass(60_000);
    expect(await source.look()).toBe(true);
  });

  it('is read again after a while, and only then', async () => {
    const { source, asked, answers, pass } = asking({ ...LITE });
    await source.look();
    answers['/api/meta/v1/version'] = [404, ''];
    expect(await source.look()).toBe(true);
    expect(asked).toHaveLength(1);
    pass(60_000);
    expect(await source.look()).toBe(false);
  });
});

describe('names of such a CCU', () => {
  it('are read with one session, which is ended at last', async () => {
    const { source, asked, pass } = asking({ ...LITE });
    expect((await source.read()).names).toHaveLength(1);
    expect(source.state()).toBe('read');
    await source.read();
    pass(5_000);
    await source.read();
    await source.close();
    await source.close();
    const read = '/api/meta/v1/snapshot Bearer abcdef1234';
    expect(asked).toEqual(['/api/auth/v1/login', read, read, '/api/auth/v1/logout Bearer abcdef1234']);
  });

  it('are read with a token directly, without a session', async () => {
    const token = 'olt_0123456789abcdef0123456789abcdef';
    const { source, asked } = asking({ ...LITE }, token);
    await source.read();
    await source.close();
    expect(asked).toEqual([`/api/meta/v1/snapshot Bearer ${token}`]);
  });

  it('are read with another session once when the first is over', async () => {
    let valid = 'abcdef1234';
    const { source, answers, asked, pass } = asking({
      ...LITE,
      '/api/meta/v1/snapshot': (credential) => (credential === `Bearer ${valid}` ? [200, DOCUMENT] : [401, {}]),
    });
    await source.read();
    pass(5_000);
    valid = 'other12345';
    answers['/api/auth/v1/login'] = [200, { sid: valid }];
    expect((await source.read()).names).toHaveLength(1);
    pass(5_000);
    valid = 'none000000';
    await expect(source.read()).rejects.toMatchObject({ code: 'login_refused' });
    expect(source.state()).toBe('refused');
    expect(asked.filter((each) => each === '/api/auth/v1/login')).toHaveLength(3);
  });

  it.each([
    ['a line break', 'abcd\r\nX: 1'],
    ['no text', 7],
    ['nothing', undefined],
    ['too long a text', 'a'.repeat(100)],
  ])('are not asked for with a session that is none: %s', async (_, sid) => {
    const { source, asked } = asking({ ...LITE, '/api/auth/v1/login': [200, { sid }] });
    await expect(source.read()).rejects.toMatchObject({ code: 'protocol' });
    expect(asked).toEqual(['/api/auth/v1/login']);
  });

  it.each([
    ['/api/auth/v1/login', [401, {}], 'login_refused'],
    ['/api/meta/v1/snapshot', [403, {}], 'level_too_low'],
    ['/api/meta/v1/snapshot', [200, '{'], 'protocol'],
    ['/api/meta/v1/snapshot', [301, ''], 'protocol'],
    ['/api/meta/v1/snapshot', undefined, 'unreachable'],
  ] as const)('that %s refuses with %j are refused as %s', async (path, answer, code) => {
    const { source } = asking({ ...LITE, [path]: answer });
    await expect(source.read()).rejects.toMatchObject({ code });
  });
});
