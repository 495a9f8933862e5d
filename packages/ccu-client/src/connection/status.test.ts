import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { CcuEvent } from '../model/model.js';
import { createStatusBoard, noteFor } from './status.js';

describe('the status of an interface', () => {
  it('notes the time of each event without publishing it, and is copied once in a millisecond', () => {
    const emitted: CcuEvent[] = [];
    let at = 5;
    const board = createStatusBoard({
      central: 'home',
      interfaceName: 'HmIP-RF',
      now: () => at,
      emit: (event) => emitted.push(event),
    });
    board.heard();
    const status = board.current();
    expect(status).toMatchObject({ central: 'home', state: 'disconnected', lastEventAt: 5 });
    board.heard();
    expect(board.current()).toBe(status);
    at = 6;
    board.heard();
    expect(board.current()).toEqual({ ...status, lastEventAt: 6 });
    expect(status.lastEventAt).toBe(5);
    expect(emitted).toEqual([]);
  });
});

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
