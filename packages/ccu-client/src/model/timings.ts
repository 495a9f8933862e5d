/** All durations of the client, in milliseconds unless the name has another unit. */
export interface Timings {
  /** One RPC call. */
  readonly rpcTimeoutMs: number;
  /** Calls that carry much: device lists, and writes to sleeping devices. */
  readonly longRpcTimeoutMs: number;
  /** Between two checks of a connected interface; a silent one is pinged early enough for a result by then. */
  readonly checkIntervalMs: number;
  /** Time limit of a ping for its whole round trip. HmIP gets twice as long. */
  readonly pongTimeoutMs: number;
  /** Missed pings in a row before a new registration. */
  readonly missedPongs: number;
  /** An interface that reported no ping is asked again after this time. */
  readonly pingRetryMs: number;
  /** "Not ready" from one interface for this long, while the CCU serves others, means that it is not there. */
  readonly absentAfterMs: number;
  /** After a CCU that was booting answers: HmIP is minutes behind its own ports. */
  readonly warmUpMs: number;
  /** First and longest wait between attempts; doubled each time, ±20 %. */
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
  /** Failures in a row that open the circuit, and for how long. */
  readonly circuitFailures: number;
  readonly circuitOpenMs: number;
  /** Between two reads of duty cycle and carrier sense. 0: never. */
  readonly radioPollMs: number;
  /**
   * Between two reads of all values while all is well: a CCU silently drops a batch of events for ever when it could
   * not deliver it twice. 0: never.
   */
  readonly reconcileMs: number;
  /**
   * Between two requests to the logic layer for its recent events: one that never arrived here was lost between two
   * pings. 0: never.
   */
  readonly witnessMs: number;
  /** Between two device list comparisons caused by unknown addresses. */
  readonly rescanMinMs: number;
  /** Between two reads of names, rooms and functions; new devices are read after `rescanMinMs`. 0: never. */
  readonly namesPollMs: number;
  /** Longest pause between two `getParamsetDescription` calls; a fifth of the answer time where the CCU is quick. */
  readonly descriptionGapMs: number;
  /** Writes to one channel within this time after another one become one; the first is sent at once. */
  readonly coalesceMs: number;
  /** Pause between two writes of one interface. */
  readonly writeGapMs: number;
  /** A sent value that has not come back after this long is rolled back. */
  readonly confirmTimeoutMs: number;
  /** After a configuration was written, before it is read back from a device that does not say that it has taken it. */
  readonly readBackMs: number;
  /** A write that a sleeping device has not taken after this long is rolled back. */
  readonly sleepingWriteMs: number;
  /** A command that was held back this long because the duty cycle is exhausted is refused. */
  readonly heldWriteMs: number;
  /** The same for a configuration, which may come late. */
  readonly heldConfigurationMs: number;
  /** Writes that are still unconfirmed after this time are stored, so that they survive a restart. */
  readonly journalMs: number;
  /** First wait before repeating a write that the radio swallowed; doubled each time, ±20 %. */
  readonly writeRetryMs: number;
  /** One script, one JSON-RPC call. */
  readonly jsonTimeoutMs: number;
  /**
   * A change at the logic layer ends within this time, also when the CCU hangs: with its outcome, or an unknown one.
   */
  readonly hubWriteMs: number;
  /** Longest pause between two checks of background work of the CCU: its firmware, a backup. */
  readonly jobLookMs: number;
  /** The session is renewed when used and older than this. */
  readonly sessionRenewMs: number;
  /** How long `close` may take. */
  readonly closeMs: number;
}

/** Durations that may change while a CCU is connected; they count from their next use on. */
export type ChangeableTimings = Partial<Pick<Timings, 'checkIntervalMs' | 'writeGapMs' | 'writeRetryMs'>>;

/** The durations that `connectCcu` uses where its options leave them out. */
export const DEFAULT_TIMINGS: Timings = {
  rpcTimeoutMs: 30_000,
  longRpcTimeoutMs: 90_000,
  checkIntervalMs: 30_000,
  pongTimeoutMs: 10_000,
  missedPongs: 3,
  pingRetryMs: 600_000,
  absentAfterMs: 300_000,
  warmUpMs: 15_000,
  retryMinMs: 2_000,
  retryMaxMs: 120_000,
  circuitFailures: 5,
  circuitOpenMs: 30_000,
  radioPollMs: 300_000,
  reconcileMs: 900_000,
  witnessMs: 60_000,
  rescanMinMs: 60_000,
  namesPollMs: 3_600_000,
  descriptionGapMs: 100,
  coalesceMs: 50,
  writeGapMs: 0,
  confirmTimeoutMs: 30_000,
  readBackMs: 5_000,
  sleepingWriteMs: 7 * 86_400_000,
  heldWriteMs: 300_000,
  heldConfigurationMs: 3_600_000,
  journalMs: 1_000,
  writeRetryMs: 2_000,
  jsonTimeoutMs: 60_000,
  hubWriteMs: 7_000,
  jobLookMs: 8_000,
  sessionRenewMs: 90_000,
  closeMs: 3_000,
};
