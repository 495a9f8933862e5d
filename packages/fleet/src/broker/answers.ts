import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';

const codes = {
  noStream: [10_059],
  nameInUse: [10_058],
  overtaken: [10_071],
  // From 2.11 and 2.12: another one of this subject, or with this id, was not decided on so far. It may be the same one, sent before.
  inProcess: [10_158, 10_164],
  otherStream: [10_060],
  // Servers that have no leader just now.
  notNow: [10_008],
  notEnabled: [10_076, 10_039],
  tooLarge: [10_054],
  noRoom: [10_002, 10_023, 10_047],
  noServers: [10_005, 10_074],
} as const;

/** Returns true when an error is this answer of the server. */
export function isCode(error: unknown, name: keyof typeof codes): boolean {
  return error instanceof JetStreamApiError && codes[name].some((code) => code === error.code);
}

/** Returns the cause of a failed request, which the client wraps. */
export const causeOf = (error: unknown): unknown => (error instanceof errors.RequestError ? error.cause : error);

/** Returns true when there was no answer in time, or requested messages stopped to come. */
export function isSilence(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof errors.TimeoutError || (cause instanceof JetStreamError && cause.message === 'heartbeats missed')
  );
}

/** Returns true when the login may not do it, which another attempt would meet again. */
export function isForbidden(error: unknown): boolean {
  return causeOf(error) instanceof errors.PermissionViolationError;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
