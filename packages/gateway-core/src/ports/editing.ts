/** A lock on what somebody edits. */
export interface EditLock {
  /** Proves to writes that the lock is held. */
  readonly token: string;
  readonly key: string;
  /** Who said to hold it; for people. */
  readonly subject?: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Locks that end by themselves after five minutes without a heartbeat. In memory: a restart frees everything. */
export interface EditLocks {
  /** Takes the lock, or renews the holder's own. `held` when another principal has it. */
  open(key: string, holder: { readonly principal: string; readonly subject: string }): EditLock | 'held';
  /** `gone` when the lock ended, or is not the caller's (by token, or without one by principal). */
  renew(key: string, proof: { readonly principal: string; readonly token?: string }): EditLock | 'gone';
  /** Frees the lock if the caller holds it; otherwise nothing happens. */
  release(key: string, proof: { readonly principal: string; readonly token?: string }): void;
  /** Frees the lock whoever holds it. */
  takeOver(key: string): void;
  /** Whether somebody else than the bearer of this token, or this principal, holds the lock. */
  heldByOther(key: string, proof: { readonly principal: string; readonly token?: string }): boolean;
}
