/**
 * Limits of a client's requests, and time limits for a client. Times in milliseconds, sizes in UTF-16 units of text.
 */
export const limits = {
  messageLength: 65_536,
  messageDepth: 32,
  topicsPerFrame: 256,
  patternsPerConnection: 1_024,
  topicLength: 256,
  messagesPerSecond: 50,
  messageBurst: 500,
  /** Refusals closer together than this are one flood, and a flood this long ends the connection. */
  floodPauseMs: 5_000,
  floodMs: 30_000,
  callsInFlight: 64,
  /** Stretches of events owed at once: each replay checks all before it, so that nothing comes twice. */
  stretchesOwed: 64,
  /** Answers waiting for a client above which no more commands are run for it, and above which it is given up. */
  queuedAnswersLength: 1_048_576,
  queuedControlLength: 8_388_608,
  pingMs: 30_000,
  idleMs: 60_000,
  stallMs: 30_000,
} as const;

/** Codes with which the stream ends connections (RFC 6455, and 4000 to 4999 for reasons of its own). */
export const closeCodes = {
  idle: 1000,
  shutdown: 1001,
  unsupportedData: 1003,
  invalidText: 1007,
  flood: 1008,
  tooBig: 1009,
  stalled: 1013,
  credentialEnded: 4401,
  roleTooLow: 4403,
} as const;
