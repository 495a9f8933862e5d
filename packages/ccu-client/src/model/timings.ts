/** All durations of the client, in milliseconds unless the name says otherwise. */
export interface Timings {
  /** One RPC call. */
  readonly rpcTimeoutMs: number;
  /** Calls that carry much: device lists, and writes to sleeping devices. */
  readonly longRpcTimeoutMs: number;
  /** Between two looks at a connected interface; one that is silent is pinged early enough to know by then. */
  readonly checkIntervalMs: number;
  /** How long a ping may take on its whole round trip. HmIP gets twice as long. */
  readonly pongTimeoutMs: number;
  /** Pings missed in a row before registering anew. */
  readonly missedPongs: number;
  /** An interface that said it knows no ping is asked again after this long. */
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
  /** Between two looks at duty cycle and carrier sense. 0: never. */
  readonly radioPollMs: number;
  /**
   * Between two readings of all values while all is well: a CCU drops a batch of events for good when it could not
   * deliver it twice, and never says so. 0: never.
   */
  readonly reconcileMs: number;
  /**
   * Between two questions to the logic layer about the events that it heard lately: one that never arrived here was lost
   * between two pings. 0: never.
   */
  readonly witnessMs: number;
  /** Between two device list comparisons caused by unknown addresses. */
  readonly rescanMinMs: number;
  /** Between two readings of names, rooms and functions; new devices are looked up after `rescanMinMs`. 0: never. */
  readonly namesPollMs: number;
  /** Longest pause between two `getParamsetDescription` calls; down to a tenth of it where the CCU answers at once. */
  readonly descriptionGapMs: number;
  /** Writes to one channel within this time become one. */
  readonly coalesceMs: number;
  /** Pause between two writes of one interface. */
  readonly writeGapMs: number;
  /** A sent value that has not come back after this long is rolled back. */
  readonly confirmTimeoutMs: number;
  /** After a configuration was written, before it is read back from a device that does not say that it has taken it. */
  readonly readBackMs: number;
  /** A write that a sleeping device has not taken after this long is rolled back. */
  readonly sleepingWriteMs: number;
  /** A write that was held back this long because the duty cycle is exhausted is refused. */
  readonly heldWriteMs: number;
  /** What was sent and is not proved after this long is noted down, so that a restart does not forget it. */
  readonly journalMs: number;
  /** First wait before repeating a write that the radio swallowed; doubled each time, ±20 %. */
  readonly writeRetryMs: number;
  /** One script, one JSON-RPC call. */
  readonly jsonTimeoutMs: number;
  /** A change at the logic layer is answered within this, whatever hangs: with its outcome, or that it is not known. */
  readonly hubWriteMs: number;
  /** Longest pause between two looks at what the CCU does in the background: its firmware, a backup. */
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
  journalMs: 1_000,
  writeRetryMs: 2_000,
  jsonTimeoutMs: 60_000,
  hubWriteMs: 7_000,
  jobLookMs: 8_000,
  sessionRenewMs: 90_000,
  closeMs: 3_000,
};
