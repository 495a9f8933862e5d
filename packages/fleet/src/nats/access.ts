import type { JetStreamClient } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { FleetRefusedError } from '../model/errors.js';
import { isCode } from './answers.js';
import { publishedToLeader } from './election.js';

/** Asks whether this login may write to a bucket, so that it is told when the bucket is opened. Nothing is stored. */
export async function checkWriting(client: JetStreamClient, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    try {
      // Meant for a stream that there is not: the server looks whether it may be published, and refuses it then.
      await publishedToLeader(
        client.publish(subject.replace('>', 'access'), '', { expect: { streamName: 'no-stream' } }),
      );
    } catch (error) {
      if (!isCode(error, 'otherStream')) throw error;
    }
  }
}

/** What helps against an error that another attempt would meet again; the error itself where that is not known. */
export function withRemedy(error: unknown, name: string): unknown {
  const cause = error instanceof errors.RequestError ? error.cause : error;
  if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError) {
    return new FleetRefusedError(
      `the broker does not let this login in (${cause.message})`,
      'check the user and password, the token, the credentials or the certificate of the client',
    );
  }
  if (cause instanceof errors.PermissionViolationError) {
    const buckets = ['leases', 'members', 'identity', 'requests'].map((bucket) => `$KV.${name}-${bucket}.>`);
    const all = ['$JS.API.>', ...buckets, `$O.${name}-snapshots.>`, `${name}.>`].map((subject) => `"${subject}"`);
    return new FleetRefusedError(
      `this login lacks rights at the broker that a fleet needs (${cause.message})`,
      `let it publish to ${all.join(', ')}, and subscribe to "${name}.>" and "_INBOX.>"`,
    );
  }
  if (cause instanceof Error && (cause.name === 'JetStreamNotEnabled' || isCode(cause, 'notEnabled'))) {
    return new FleetRefusedError(
      'the broker has no JetStream',
      'switch it on: `nats-server -js`, or `jetstream {}`; where the login has an account, `jetstream: enabled` in it; servers that have just started have it a moment later',
    );
  }
  return error;
}
