import { errors } from '@nats-io/transport-node';
import { causeOf, isCode } from './answers.js';

/** A reason of a broker to refuse, which another attempt would meet again, and the remedy. */
export interface Refusal {
  readonly reason: string;
  readonly remedy: string;
}

/** The refusal in an error; undefined where it is another one. `lacking` describes the rights that a login needs. */
export function findRefusal(error: unknown, lacking: (violation: string) => Refusal): Refusal | undefined {
  const cause = causeOf(error);
  if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError) {
    return {
      reason: `the broker does not let this login in (${cause.message})`,
      remedy: 'check the user and password, the token, the credentials or the certificate of the client',
    };
  }
  if (cause instanceof errors.PermissionViolationError) return lacking(cause.message);
  if (cause instanceof Error && (cause.name === 'JetStreamNotEnabled' || isCode(cause, 'notEnabled'))) {
    return {
      reason: 'the broker has no JetStream',
      remedy:
        'switch it on: `nats-server -js`, or `jetstream {}`; where the login has an account, `jetstream: enabled` in it; servers that have just started have it a moment later',
    };
  }
  return undefined;
}

/** The same of an attempt to connect. */
export function findRefusalOfConnecting(error: unknown, lacking: (violation: string) => Refusal): Refusal | undefined {
  if (!(error instanceof errors.TimeoutError)) return findRefusal(error, lacking);
  // With TLS 1.3 a client hears no more than this of a server that wants its certificate.
  return {
    reason: 'the broker does not answer in time',
    remedy: 'check its address, and whether it wants a certificate of the client',
  };
}
