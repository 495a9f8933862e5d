/** A lock on what is being edited. */
export interface EditLock {
  /** Proves to writes that the lock is held. */
  readonly token: string;
  readonly key: string;
  /** Who said to hold it; for people. */
  readonly subject?: string;
  /** When it was taken, in milliseconds since the Unix epoch; renewing does not change it. */
  readonly since: number;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** What other callers may know of a lock: its token is not among it. */
export interface EditHolder extends Pick<EditLock, 'key' | 'subject' | 'since' | 'expiresAt'> {
  readonly principal: string;
}

/** Locks that end by themselves after five minutes without a heartbeat. In memory: a restart frees everything. */
export interface EditLocks {
  /** Takes the lock, or renews the holder's own. `held` when another principal has it. */
  open(key: string, holder: { readonly principal: string; readonly subject: string }): EditLock | 'held';
  /** `gone` when the lock ended, or is not the caller's (by token, or without one by principal). */
  renew(key: string, proof: { readonly principal: string; readonly token?: string }): EditLock | 'gone';
  /** Frees the lock if the caller holds it; otherwise nothing happens. */
  release(key: string, proof: { readonly principal: string; readonly token?: string }): void;
  /** The caller that holds the lock now; undefined where it is free. */
  holderOf(key: string): EditHolder | undefined;
  /** Frees the lock of any holder. */
  takeOver(key: string): void;
  /** Whether the lock is held by another than the bearer of this token or this principal. */
  heldByOther(key: string, proof: { readonly principal: string; readonly token?: string }): boolean;
}
