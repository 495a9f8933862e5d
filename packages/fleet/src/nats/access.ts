import type { JetStreamClient } from '@nats-io/jetstream';
import { isCode } from '../broker/answers.js';
import { publishedToLeader } from '../broker/election.js';
import { findRefusal, findRefusalOfConnecting, type Refusal } from '../broker/refusals.js';
import { FleetRefusedError } from '../model/errors.js';

/**
 * Checks that this login may write to a bucket, so that a missing permission shows when the bucket is opened. Nothing
 * is stored.
 */
export async function checkWriting(client: JetStreamClient, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    try {
      // Meant for a stream that does not exist: the server checks the permission to publish first, and refuses the
      // message then.
      await publishedToLeader(
        client.publish(subject.replace('>', 'access'), '', { expect: { streamName: 'no-stream' } }),
      );
    } catch (error) {
      if (!isCode(error, 'otherStream')) throw error;
    }
  }
}

/**
 * Returns an error with a remedy where another attempt would meet it again; the error itself where no remedy is known.
 */
export function withRemedy(error: unknown, name: string): unknown {
  return refused(findRefusal(error, lackingIn(name))) ?? error;
}

/** The same where there is no connection yet. */
export function withRemedyOfConnecting(error: unknown, name: string): unknown {
  return refused(findRefusalOfConnecting(error, lackingIn(name))) ?? error;
}

const refused = (refusal: Refusal | undefined) => refusal && new FleetRefusedError(refusal.reason, refusal.remedy);

const lackingIn = (name: string) => (violation: string) => {
  const buckets = ['leases', 'members', 'identity', 'requests'].map((bucket) => `$KV.${name}-${bucket}.>`);
  const all = ['$JS.API.>', ...buckets, `$O.${name}-snapshots.>`, `${name}.>`].map((subject) => `"${subject}"`);
  return {
    reason: `this login lacks rights at the broker that a fleet needs (${violation})`,
    remedy: `let it publish to ${all.join(', ')}, and subscribe to "${name}.>" and "_INBOX.>"`,
  };
};
