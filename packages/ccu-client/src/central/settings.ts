import { createMemoryDescriptionCache, createMemoryStateStore } from '../cache/memory-cache.js';
import { type Complaints, createComplaints } from '../log/complaints.js';
import { CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceOptions } from '../model/interface-options.js';
import { isKnownInterface, profileOf } from '../model/interfaces.js';
import type { DescriptionCache, Now, Permit, Random, StateStore, Timers } from '../model/ports.js';
import { type ChangeableTimings, DEFAULT_TIMINGS, type Timings } from '../model/timings.js';
import { isTimeZone } from '../rega/local-time.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { systemTimers } from '../time/system.js';
import type { TlsTrust } from '../transport/tls.js';
import type { ConnectOptions } from './ccu-model.js';

/** Options that can be meant, with everything they leave open filled in. */
export interface Settings {
  readonly options: ConnectOptions;
  readonly name: string;
  readonly host: string;
  readonly interfaces: readonly InterfaceOptions[];
  /** Some durations change while the program runs. */
  readonly timings: { -readonly [Name in keyof Timings]: Timings[Name] };
  readonly timers: Timers;
  /** For time stamps; `elapsed` is for durations. */
  readonly now: Now;
  readonly elapsed: Now;
  readonly random: Random;
  readonly store: StateStore;
  /** For the journals of writes. */
  readonly writesStore: StateStore;
  readonly cache: DescriptionCache;
  readonly complaints: Complaints;
  /** Throws `CcuError` only. */
  readonly permit: Permit;
  /** Absent where no user is configured. */
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  /** Absent: plain connections. */
  readonly tls: TlsTrust | undefined;
}

/** Throws `CcuError` `invalid_argument` for options that cannot be meant. */
export function readOptions(options: ConnectOptions): Settings {
  check(options);
  const { name, host, username, password = '', tls, tlsInsecureSkipVerify, tlsFingerprint } = options;
  const now = options.clock ?? Date.now;
  const store = options.stateStore ?? createMemoryStateStore();
  return {
    options,
    name,
    host,
    interfaces: options.interfaces.map(specOf),
    timings: { ...DEFAULT_TIMINGS, ...options.timings },
    timers: options.timers ?? systemTimers,
    now,
    elapsed: createSteadyClock(now),
    random: options.random ?? Math.random,
    store,
    writesStore: options.keepsWrites === false ? createMemoryStateStore() : store,
    cache: options.descriptionCache ?? createMemoryDescriptionCache(),
    complaints: createComplaints(options.log),
    permit: permitOf(options.permit),
    credentials: username === undefined || username === '' ? undefined : { username, password },
    tls: tls === true ? { insecureSkipVerify: tlsInsecureSkipVerify, fingerprint: tlsFingerprint } : undefined,
  };
}

/** Changes durations while the program runs; missing members stay the same. */
export function reconfigure(
  timings: Settings['timings'],
  { checkIntervalMs, writeGapMs, writeRetryMs }: ChangeableTimings,
): void {
  if (checkIntervalMs !== undefined) timings.checkIntervalMs = checkIntervalMs;
  if (writeGapMs !== undefined) timings.writeGapMs = writeGapMs;
  if (writeRetryMs !== undefined) timings.writeRetryMs = writeRetryMs;
}

function permitOf(permit: Permit | undefined): Permit {
  return () => {
    try {
      permit?.();
    } catch (error) {
      if (isCcuError(error) && error.code === 'not_permitted') throw error;
      const why = error instanceof Error ? error.message : 'this process may not send anything to the CCU now';
      throw new CcuError('not_permitted', why);
    }
  };
}

const specOf = (one: ConnectOptions['interfaces'][number]): InterfaceOptions =>
  typeof one === 'string' ? { name: one } : one;

function check(options: ConnectOptions): void {
  const refuse = (what: string) => new CcuError('invalid_argument', what);
  if (options.name === '') throw refuse('a CCU needs a name');
  if (!/^[\x21-\x7e]{1,255}$/.test(options.host) || /[/?#@\\]/.test(options.host))
    throw refuse('host is a host name or address');
  if (options.timeZone !== undefined && !isTimeZone(options.timeZone)) throw refuse('timeZone is the name of a zone');
  if (options.interfaces.length === 0) throw refuse('at least one interface is needed');
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(options.instance))
    throw refuse('instance is letters, digits, dot, dash and underscore');
  const specs = options.interfaces.map(specOf);
  if (new Set(specs.map(({ name }) => name)).size !== specs.length) throw refuse('an interface is named twice');
  for (const spec of specs) {
    if (profileOf(spec) === undefined) throw refuse('an interface has a name that cannot be one, or no port');
    const own = spec.host !== undefined || spec.tls !== undefined || spec.encoding !== undefined;
    if (own && isKnownInterface(spec.name)) throw refuse('host, tls and encoding are for generic servers');
  }
  if (options.tlsFingerprint !== undefined && !/^[0-9a-f]{64}$/i.test(options.tlsFingerprint.replaceAll(':', ''))) {
    throw refuse('tlsFingerprint is a SHA-256 in hex');
  }
}
