import { type CcuErrorCode, isCcuError } from '../model/errors.js';

/** Failures that a dead session may cause: a refusal of one thing, and answers that make no sense. */
const BLAMES_SESSION: ReadonlySet<CcuErrorCode> = new Set(['fault', 'protocol', 'script_failed', 'login_refused']);
const SUSPICIOUS_FAILURES = 3;

/** Finds out from calls that fail that the session itself is dead: a CCU may never say so. */
export class SessionHealth {
  #failuresInARow = 0;
  #hasBlamed = false;

  succeeded(): void {
    this.#failuresInARow = 0;
    this.#hasBlamed = false;
  }

  /** True when so many calls failed in a row that the session is to blame; once, until a call succeeds. */
  failed(error: unknown, hasSession: boolean): boolean {
    if (!isCcuError(error) || !BLAMES_SESSION.has(error.code)) return false;
    this.#failuresInARow += 1;
    if (this.#failuresInARow < SUSPICIOUS_FAILURES || this.#hasBlamed || !hasSession) return false;
    this.#hasBlamed = true;
    return true;
  }

  /** Calls still fail in a new session. */
  isFailing(): boolean {
    return this.#hasBlamed && this.#failuresInARow >= SUSPICIOUS_FAILURES;
  }
}
