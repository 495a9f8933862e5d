import { describe, expect, it } from 'vitest';
import { checkVariable, isPasswordVariable, passwordChange } from './password.js';

describe('the password of a CCU', () => {
  it('may be in a variable with that purpose in its name, and in no other secret of the process', () => {
    expect(['CCU_PASSWORD', 'PASSWORD_2', 'SERVICE_SECRET_KEY', 'password', ''].map(isPasswordVariable)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(() => checkVariable({ password_env: 'SERVICE_SECRET_KEY' })).toThrow('must have PASSWORD in its name');
    checkVariable({ password_env: 'CCU_PASSWORD' });
    checkVariable({});
  });

  it.each([
    [{}, 'kept'],
    [{ password_plain: '***' }, 'kept'],
    [{ password_plain: '' }, 'removed'],
    [{ password_plain: 'new' }, 'replaced'],
    [{ password_env: 'CCU_PASSWORD' }, 'removed'],
    [{ password_plain: '***', password_env: 'CCU_PASSWORD' }, 'removed'],
  ] as const)('given as %j is %s', (given, becomes) => {
    expect(passwordChange(given)).toBe(becomes);
  });
});
