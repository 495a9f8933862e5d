import { type Gateway, ProblemError } from '@ccu-gateway/client';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The caller that edits, for people. */
export interface Holder {
  readonly subject?: string;
  /** ISO 8601. */
  readonly since: string;
}

export type EditLockState =
  /** Nothing is edited here, and by no other caller as far as is known. */
  | { readonly kind: 'free' }
  /** The edited paramset is reserved for this caller. */
  | {
      readonly kind: 'own' /** Another window of the same user held it before; it is shared. */;
      readonly sharedSince?: string;
    }
  | { readonly kind: 'other'; readonly holder: Holder | undefined }
  /** It was this caller's, and ended while it was edited: it was taken over, or not renewed in time. */
  | { readonly kind: 'lost'; readonly holder: Holder | undefined };

/** The lock of the gateway on one paramset, as this page sees it. */
export interface EditLock {
  readonly state: ReadonlySignal<EditLockState>;
  /** Starts to ask which caller edits, until `stop`. */
  watch(): void;
  /** Something was changed here: the lock is taken and kept until `end`. */
  begin(): void;
  /** Nothing is changed here any more: the lock is freed. */
  end(): void;
  /** Releases the lock of another caller, or renews a lost one, and takes it. Rejects with a refusal of the gateway. */
  takeOver(): Promise<void>;
  /** The page was hidden, shown again, or woken up: verifies the lock at once. */
  check(): void;
  /** Frees the lock and asks nothing more; also where the page is about to go. */
  stop(): void;
}

export interface LockPlace {
  readonly key: string;
  readonly central: string;
}

export interface EditLockOptions {
  readonly gateway: Pick<Gateway, 'call'>;
  /** Edited paramset: the key of its lock, and its CCU. */
  readonly place: LockPlace;
  readonly timer: (run: () => void, delayMs: number) => () => void;
  /** Another caller has edited, or may have: the values are read again. */
  readonly onStale: () => void;
}

/** A lock ends five minutes after it was renewed last. */
const RENEW_MS = 60_000;
const LOOK_MS = 15_000;

export function createEditLock({ gateway, place, timer, onStale }: EditLockOptions): EditLock {
  const state = signal<EditLockState>({ kind: 'free' });
  const wish: Wish = { editing: false, stopped: true };
  const { keep, open, look, free } = createSteps({ gateway, place, state, wish, onStale });
  let cancel = () => {};
  /** Requests go one after the other, so that the last wish counts. */
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    // A failed request is repeated in the next round.
    queue = done.catch(() => {}).then(plan);
    return done;
  }
  const start = (work: () => Promise<void>): void => void inTurn(work).catch(() => {});

  function plan(): void {
    cancel();
    if (wish.stopped) return;
    const { kind } = state.peek();
    if (kind === 'other' || kind === 'lost') cancel = timer(() => start(look), LOOK_MS);
    else if (wish.editing) cancel = timer(() => start(keep), RENEW_MS);
  }

  return {
    state,
    watch() {
      wish.stopped = false;
      start(look);
    },
    begin() {
      if (wish.editing) return;
      wish.editing = true;
      start(keep);
    },
    end() {
      if (!wish.editing) return;
      wish.editing = false;
      start(free);
    },
    takeOver: () =>
      inTurn(async () => {
        const { kind } = state.peek();
        if (kind === 'free' || kind === 'own') return;
        if (kind === 'other' || holderIn(state.peek()) !== undefined) {
          await gateway.call('takeOverEditSession', { body: place });
        }
        state.value = { kind: 'free' };
        onStale();
        if (wish.editing) await open();
      }),
    check: () => start(wish.editing ? keep : look),
    stop() {
      cancel();
      wish.editing = false;
      wish.stopped = true;
      // At once and not in turn: a page that goes has no later.
      if (state.peek().kind === 'own') void free().catch(() => {});
      else start(free);
    },
  };
}

/** Current target; a queued request reads it again. */
interface Wish {
  editing: boolean;
  stopped: boolean;
}

interface StepOptions extends Omit<EditLockOptions, 'timer'> {
  readonly state: Signal<EditLockState>;
  readonly wish: Wish;
}

/** Each step sends one request and shows its answer. */
function createSteps({ gateway, place, state, wish, onStale }: StepOptions) {
  async function keep(): Promise<void> {
    if (!wish.editing || wish.stopped) return;
    const { kind } = state.peek();
    if (kind === 'free') return open();
    if (kind !== 'own') return;
    try {
      await gateway.call('renewEditSession', { body: place });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'gone') throw error;
      state.value = { kind: 'lost', holder: undefined };
      await look();
    }
  }

  async function open(): Promise<void> {
    try {
      const { held_before: shared, since } = await gateway.call('openEditSession', { body: place });
      state.value = { kind: 'own', ...(shared === true ? { sharedSince: since } : {}) };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'locked') throw error;
      state.value = { kind: 'other', holder: holderOf(error.problem.holder) };
    }
  }

  /** Which caller edits now. */
  async function look(): Promise<void> {
    if (wish.stopped) return;
    const { holder, own } = await gateway.call('getEditSession', { query: place });
    const { kind } = state.peek();
    const other = own ? undefined : holder;
    if (kind === 'lost') state.value = { kind, holder: other };
    else if (other !== undefined) state.value = { kind: 'other', holder: other };
    else if (kind === 'other') {
      state.value = { kind: 'free' };
      onStale();
      if (wish.editing) await open();
    }
  }

  async function free(): Promise<void> {
    const before = state.peek();
    const { kind } = before;
    if (kind !== 'own' && kind !== 'lost') return;
    state.value = { kind: 'free' };
    // The other window keeps the shared lock; without another window the lock expires.
    if (kind === 'own' && before.sharedSince !== undefined) return;
    if (kind === 'own') await gateway.call('closeEditSession', { body: place, keepalive: true });
    else await look();
  }

  return { keep, open, look, free };
}

const holderIn = (state: EditLockState) => ('holder' in state ? state.holder : undefined);

function holderOf(value: unknown): Holder | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { subject, since } = value as Readonly<Record<string, unknown>>;
  return typeof since === 'string' ? { since, ...(typeof subject === 'string' ? { subject } : {}) } : undefined;
}
