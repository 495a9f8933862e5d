/** A lock on an item that is being edited. */
export interface EditLock {
  /** Proves to writes that the lock is held. */
  readonly token: string;
  readonly key: string;
  /** Name of the holder; for people. */
  readonly subject?: string;
  /** Time of the lock, in milliseconds since the Unix epoch; renewing does not change it. */
  readonly since: number;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Facts about a lock for other callers: its token is not among them. */
export interface EditHolder extends Pick<EditLock, 'key' | 'subject' | 'since' | 'expiresAt'> {
  readonly principal: string;
}

/** Subject of a lock. */
export interface LockPlace {
  readonly key: string;
  /** The CCU that keeps the lock; absent if the installation has none. */
  readonly central?: string;
}

/** A caller that may hold a lock: by its token, or without one by its principal. */
export interface LockProof {
  readonly principal: string;
  readonly token?: string;
}

/** A lock that was taken, and whether the principal held it before. */
export interface TakenLock extends EditLock {
  readonly heldBefore: boolean;
}

/**
 * Locks that end by themselves after five minutes without a heartbeat. In memory: a restart frees everything. Calls reject with a
 * GatewayError `service_unready` where another gateway keeps the locks of the CCU and cannot be asked; all but `takeOver` come to the same
 * when they are asked again.
 */
export interface EditLocks {
  /** Takes the lock, or renews the principal's own. `heldBy` when another principal has it. */
  open(
    place: LockPlace,
    by: { readonly principal: string; readonly subject: string },
  ): Promise<TakenLock | { readonly heldBy: EditHolder }>;
  /** `gone` when the lock ended, or is not the caller's. */
  renew(place: LockPlace, proof: LockProof): Promise<EditLock | 'gone'>;
  /** Frees the lock if the caller holds it; otherwise nothing happens. */
  release(place: LockPlace, proof: LockProof): Promise<void>;
  /** The caller that holds the lock now; undefined where it is free. */
  holderOf(place: LockPlace): Promise<EditHolder | undefined>;
  /** Frees the lock of any holder. */
  takeOver(place: LockPlace): Promise<void>;
  /** The holder where that is another one than the bearer of this token or this principal; undefined where writing is free. */
  otherHolder(place: LockPlace, proof: LockProof): Promise<EditHolder | undefined>;
}

/** Locks that this process keeps. */
export interface KeptEditLocks extends EditLocks {
  /** Frees all locks of these CCUs, as a restart does. */
  forget(isGone: (central: string) => boolean): void;
}
