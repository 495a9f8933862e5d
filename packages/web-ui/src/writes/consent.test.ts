import { describe, expect, it } from 'vitest';
import type { Point } from '../store/points.js';
import { createConsents } from './consent.js';

const point = (confirm?: object) => ({ key: 'k', summary: { confirm } }) as unknown as Point;
const lock = point({ reason: 'unlock', unless: [false] });
const words = { name: 'Front door', what: 'Unlock' };

describe('the question before something is written', () => {
  it('is asked before a lock is unlocked, and a no gives no consent', async () => {
    const consents = createConsents();
    const asked = consents.toWrite([lock], true, words);
    expect(consents.question.value).toMatchObject({ reason: 'unlock', ...words });
    consents.question.value?.answer(false);
    expect(await asked).toBeUndefined();
    expect(consents.question.value).toBeUndefined();
  });

  it('gives consent after a yes', async () => {
    const consents = createConsents();
    const asked = consents.toWrite([lock], true, words);
    consents.question.value?.answer(true);
    expect(await asked).toBeDefined();
  });

  it('is not asked for commands that lock, and for everyday commands', async () => {
    const consents = createConsents();
    expect(await consents.toWrite([lock], false, words)).toBeDefined();
    expect(await consents.toWrite([point()], true, words)).toBeDefined();
    expect(await consents.toOperate({ confirm: { unlock: 'unlock' } }, 'lock', words)).toBeDefined();
    expect(await consents.toOperate({}, 'unlock', words)).toBeDefined();
  });

  it('is asked where one of many data points asks', () => {
    const consents = createConsents();
    void consents.toWrite([point(), lock], true, words);
    expect(consents.question.value?.reason).toBe('unlock');
  });

  it('is asked before an operation that asks', () => {
    const consents = createConsents();
    void consents.toOperate({ confirm: { open: 'open' } }, 'open', words);
    expect(consents.question.value?.reason).toBe('open');
  });

  it('is asked for several values where one of them asks', async () => {
    const consents = createConsents();
    expect(await consents.toWriteEach([{ point: lock, value: false }], words)).toBeDefined();
    void consents.toWriteEach(
      [
        { point: point(), value: 1 },
        { point: lock, value: true },
      ],
      words,
    );
    expect(consents.question.value).toMatchObject({ reason: 'unlock', isLasting: false });
  });

  it('is asked before a link or a schedule that may unlock later, whatever it does first', async () => {
    const consents = createConsents();
    expect(await consents.toAutomate([point()], words)).toBeDefined();
    void consents.toAutomate([point(), lock], words);
    expect(consents.question.value).toMatchObject({ reason: 'unlock', isLasting: true });
  });

  it('counts as a no when another question replaces it', async () => {
    const consents = createConsents();
    const first = consents.toWrite([lock], true, words);
    void consents.toWrite([lock], true, words);
    expect(await first).toBeUndefined();
    expect(consents.question.value).toBeDefined();
  });
});
