import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { systemRandom } from '../model/defaults.js';
import { createSecretBox, isSealed, resealValue } from './box.js';
import { deriveKey, generateMasterKey, parseMasterKey } from './master-key.js';
import { createSecret } from './secret.js';

const newBox = () => createSecretBox(parseMasterKey(generateMasterKey(systemRandom)), systemRandom);
const path = 'north.rest.auth.oidc.client_secret';
const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('a secret box', () => {
  it('gives back any text it sealed, under the same path', () => {
    const box = newBox();
    fc.assert(
      fc.property(anyText(), fc.string(), (plain, field) => {
        const sealed = box.seal(plain, field);
        expect(isSealed(sealed)).toBe(true);
        expect(box.open(sealed, field)).toBe(Buffer.from(plain, 'utf8').toString('utf8'));
      }),
    );
  });

  it('never seals the same text to the same value', () => {
    const box = newBox();
    expect(box.seal('secret', path)).not.toBe(box.seal('secret', path));
  });

  it('refuses a value that was moved to another field [K21]', () => {
    const box = newBox();
    const sealed = box.seal('secret', path);
    expect(codeOf(() => box.open(sealed, 'centrals[0].password'))).toBe('secret_damaged');
  });

  it('refuses a value of another key with its own code [K20]', () => {
    expect(codeOf(() => newBox().open(newBox().seal('secret', path), path))).toBe('secret_key_unknown');
  });

  it('refuses a value with any character changed', () => {
    const box = newBox();
    const sealed = box.seal('secret', path);
    fc.assert(
      fc.property(fc.nat({ max: sealed.length - 1 }), fc.constantFrom(...'Aa0_-:='), (index, character) => {
        fc.pre(sealed[index] !== character);
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1);
        expect(['secret_damaged', 'secret_key_unknown']).toContain(codeOf(() => box.open(changed, path)));
      }),
    );
  });

  it('moves values to a new key', () => {
    const from = newBox();
    const to = newBox();
    const moved = resealValue(from.seal('secret', path), path, { from, to });
    expect(to.open(moved, path)).toBe('secret');
    expect(moved).toContain(`enc:v1:${to.keyId}:`);
  });
});

describe('a master key', () => {
  it('is base64 of exactly 32 bytes', () => {
    for (const text of [
      '',
      'abc',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      'x'.repeat(44),
    ]) {
      expect(codeOf(() => parseMasterKey(text))).toBe('secret_key_malformed');
    }
    expect(parseMasterKey(`${Buffer.alloc(32, 7).toString('base64')}\n`)).toEqual(Buffer.alloc(32, 7));
  });

  it('gives each purpose a key of its own', () => {
    const key = Buffer.alloc(32, 7);
    const derived = (['config', 'csrf', 'sessions', 'audit'] as const)
      .map((purpose) => deriveKey(key, purpose))
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(new Set([...derived, key.toString('hex')]).size).toBe(5);
    expect(deriveKey(key, 'csrf')).toEqual(deriveKey(key, 'csrf'));
  });
});

it('a wrapped secret is only shown on request', () => {
  const secret = createSecret('hunter2hunter2');
  const shown = `${secret} ${JSON.stringify({ secret })} ${inspect({ secret })} ${inspect(secret)}`;
  expect(shown).not.toContain('hunter2');
  expect(secret.reveal()).toBe('hunter2hunter2');
});
