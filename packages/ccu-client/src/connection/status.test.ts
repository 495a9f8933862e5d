import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { noteFor } from './status.js';

describe('the note for people about an interface that cannot be used', () => {
  const closed = { interfaceName: 'CUxD', port: 8701 };

  it('names the port that the firewall of the CCU has no switch for', () => {
    for (const code of ['unreachable', 'timeout', 'forbidden_by_firewall'] as const) {
      expect(noteFor(new CcuError(code, 'x'), closed)).toMatch(/firewall.*8701/);
      expect(noteFor(new CcuError(code, 'x'))).not.toContain('8701');
    }
    expect(noteFor(new CcuError('login_refused', 'x'), closed)).not.toContain('firewall');
  });
});
