import { JetStreamApiError } from '@nats-io/jetstream';

const codes = {
  noStream: 10_059,
  nameInUse: 10_058,
  overtaken: 10_071,
  noMessage: 10_037,
  notEnabled: 10_076,
} as const;

/** Whether an error is this answer of the server. */
export function isCode(error: unknown, name: keyof typeof codes): boolean {
  return error instanceof JetStreamApiError && error.code === codes[name];
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
