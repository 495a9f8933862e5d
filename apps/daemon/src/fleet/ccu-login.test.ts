import { randomBytes, randomUUID } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { type Ccu, CcuError } from '@ccu-gateway/ccu-client';
import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import { describe, expect, it } from 'vitest';
import { answerLogin, createLoginElsewhere } from './ccu-login.js';

const SECRET = 'ein-geheimes-passwort';
const UNREACHABLE = { ok: false, cause: 'unreachable' };
const { signal } = new AbortController();
const boxOf = (byte: number) => createSecretBox(new Uint8Array(32).fill(byte), (length) => randomBytes(length));

/** A gateway that is connected with `home`, and one that asks it; `onAnswer` may put another answer in the place of the real one. */
function twoGateways({
  keys = [1, 1],
  mayAct = true,
  onAnswer = (answer: unknown): unknown => answer,
  onAsk = (args: unknown): unknown => args,
}: {
  readonly keys?: readonly [number, number];
  readonly mayAct?: boolean;
  readonly onAnswer?: (answer: unknown) => unknown;
  readonly onAsk?: (args: unknown) => unknown;
} = {}) {
  const asked: string[] = [];
  const sent: string[] = [];
  const ccu = {
    async verifyLogin(username: string, password: string) {
      asked.push(username);
      if (password !== SECRET) throw new CcuError('login_refused', 'refused');
      return { level: 8 };
    },
  } as unknown as Ccu;
  const wire = createMemoryWire();
  const centrals = { get: (name: string) => (name === 'home' || name === 'other' ? ccu : undefined) };
  openCalls({ wire, id: 'home', handlers: answerLogin(centrals, boxOf(keys[0]), () => mayAct) });
  const calls = openCalls({ wire, id: 'serve' });
  const elsewhere = createLoginElsewhere(
    {
      isLocal: (central) => central === 'own',
      holderOf: (central) => (central === 'unheard' ? undefined : central),
      call: async (_, method, args, options) => {
        sent.push(JSON.stringify(args));
        return onAnswer(await calls.call('home', method, onAsk(args), options));
      },
    },
    { box: boxOf(keys[1]), randomHex: () => randomUUID() },
  );
  const verify = (password: string, central = 'home') => elsewhere(central, { username: 'Chef', password }, signal);
  return { verify, asked, sent };
}

describe('a password of a CCU that another gateway of the fleet is connected with', () => {
  it('is checked there, and never travels in the clear', async () => {
    const { verify, sent, asked } = twoGateways();
    expect(await verify(SECRET)).toEqual({ ok: true, userLevel: 8 });
    expect(await verify('wrong')).toEqual({ ok: false, cause: 'rejected' });
    expect(asked).toEqual(['Chef', 'Chef']);
    expect(sent.join()).not.toContain(SECRET);
    expect(sent.join()).not.toContain('Chef');
  });

  it('lets no account in where no gateway is connected with the CCU', async () => {
    expect(await twoGateways({ mayAct: false }).verify(SECRET)).toEqual(UNREACHABLE);
    expect(await twoGateways().verify(SECRET, 'cabin')).toEqual(UNREACHABLE);
  });

  it('is not waited for where no gateway with the CCU was heard of, or this one has it', async () => {
    for (const central of ['unheard', 'own']) {
      const { verify, sent } = twoGateways();
      expect(await verify(SECRET, central)).toEqual(UNREACHABLE);
      expect(sent).toEqual([]);
    }
  });

  it('counts at that CCU alone: a question or an answer that is taken to another one opens nowhere', async () => {
    const redirected = twoGateways({ onAsk: (args) => ({ ...Object(args), central: 'other' }) });
    expect(await redirected.verify(SECRET)).toEqual(UNREACHABLE);
    expect(redirected.asked).toEqual([]);
  });

  it('is as long as any other to who listens', async () => {
    const { verify, sent } = twoGateways();
    await verify('a');
    await verify('a'.repeat(200));
    await verify('sücrät 🔑');
    expect(new Set(sent.map((each) => each.length)).size).toBe(1);
  });

  it('is asked about once by one question', async () => {
    let kept: unknown;
    const { verify, asked } = twoGateways({
      onAsk(args) {
        kept ??= args;
        return kept;
      },
    });
    expect(await verify(SECRET)).toEqual({ ok: true, userLevel: 8 });
    expect(await verify(SECRET)).toEqual(UNREACHABLE);
    expect(asked).toEqual(['Chef']);
  });

  it('is not asked about by gateways that have another key', async () => {
    const { verify, asked } = twoGateways({ keys: [1, 2] });
    expect(await verify(SECRET)).toEqual(UNREACHABLE);
    expect(asked).toEqual([]);
  });

  it.each([
    ['in the clear', () => ({ id: 'x', result: { ok: true, userLevel: 8 } })],
    ['as text in the clear', () => JSON.stringify({ result: { ok: true, userLevel: 8 } })],
    ['sealed with another key', () => boxOf(3).seal(JSON.stringify({ result: { ok: true, userLevel: 8 } }), 'x')],
    ['empty', () => undefined],
  ])('is not taken for right by an answer %s', async (_how, forged) => {
    expect(await twoGateways({ onAnswer: forged }).verify('wrong')).toEqual(UNREACHABLE);
  });

  it('is not taken for right by the answer to an earlier question', async () => {
    let kept: unknown;
    const { verify } = twoGateways({
      onAnswer(answer) {
        kept ??= answer;
        return kept;
      },
    });
    expect(await verify(SECRET)).toEqual({ ok: true, userLevel: 8 });
    expect(await verify('wrong')).toEqual(UNREACHABLE);
  });
});
