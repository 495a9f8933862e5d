import { JetStreamApiError } from '@nats-io/jetstream';

const codes = {
  noStream: [10_059],
  nameInUse: [10_058],
  // Newer servers have a second one for it.
  overtaken: [10_071, 10_164],
  otherStream: [10_060],
  notEnabled: [10_076, 10_039],
} as const;

/** Whether an error is this answer of the server. */
export function isCode(error: unknown, name: keyof typeof codes): boolean {
  return error instanceof JetStreamApiError && codes[name].some((code) => code === error.code);
}
