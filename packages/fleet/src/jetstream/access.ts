import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { causeOf, isCode, reasonOf } from '../broker/answers.js';
import { publishedToLeader } from '../broker/election.js';
import { findRefusal, findRefusalOfConnecting, type Refusal } from '../broker/refusals.js';
import { SharedLogRefusedError } from './errors.js';
import { above } from './page.js';
import { subjectOf } from './subjects.js';

/**
 * Asks once for all permissions of a log, so that a login without them is refused when the log is opened. Otherwise it
 * would show only by events that never come. Nothing is stored.
 */
export async function checkAccess(client: JetStreamClient, manager: JetStreamManager, name: string): Promise<void> {
  const subject = subjectOf(name, 'access');
  try {
    // Meant for another stream: the server checks the permission to publish first, and refuses the message then.
    await publishedToLeader(client.publish(subject, '', { expect: { streamName: `not-${name}` } }));
  } catch (error) {
    if (!isCode(error, 'otherStream')) throw error;
  }
  await manager.streams.getMessage(name, { last_by_subj: subject });
  const consumer = await client.consumers.get(name, above(0));
  await consumer.delete();
}

/**
 * Returns an error with a remedy where another attempt would meet it again; the error itself where no remedy is known.
 */
export function withRemedy(error: unknown, name: string): unknown {
  return refused(findRefusal(error, lackingIn(name)) ?? refusalOfStream(causeOf(error))) ?? error;
}

/** The same where there is no connection yet. */
export function withRemedyOfConnecting(error: unknown, name: string): unknown {
  return refused(findRefusalOfConnecting(error, lackingIn(name))) ?? error;
}

const refused = (refusal: Refusal | undefined) => refusal && new SharedLogRefusedError(refusal.reason, refusal.remedy);

const lackingIn = (name: string) => (violation: string) => ({
  reason: `this login lacks rights at the broker that the log needs (${violation})`,
  remedy: `let it publish to "${name}.>" and "$JS.API.>", and subscribe to "_INBOX.>"`,
});

function refusalOfStream(cause: unknown): Refusal | undefined {
  if (isCode(cause, 'noRoom')) {
    return {
      reason: `the broker has no room for the log (${reasonOf(cause)})`,
      remedy:
        'let JetStream have more (`max_file_store`, or `max_file` of the account), or give the log a smaller bound',
    };
  }
  if (isCode(cause, 'noServers')) {
    return {
      reason: `the broker has not as many servers as there are replicas (${reasonOf(cause)})`,
      remedy: 'run that many servers as one cluster, or ask for fewer replicas',
    };
  }
  return undefined;
}
