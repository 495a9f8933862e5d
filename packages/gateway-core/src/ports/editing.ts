/** A lock on what is being edited. */
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
  /** Frees the lock of any holder. */
  takeOver(key: string): void;
  /** Whether the lock is held by another than the bearer of this token or this principal. */
  heldByOther(key: string, proof: { readonly principal: string; readonly token?: string }): boolean;
}
