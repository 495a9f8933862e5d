import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { isCode, reasonOf } from './answers.js';
import { publishedToLeader } from './election.js';
import { SharedLogRefusedError } from './errors.js';
import { above } from './page.js';
import { subjectOf } from './subjects.js';

/**
 * Asks once for all that a log will need, so that a login that may not do it is told when the log is opened, and not by
 * events that never come. Nothing is stored.
 */
export async function checkAccess(client: JetStreamClient, manager: JetStreamManager, name: string): Promise<void> {
  const subject = subjectOf(name, 'access');
  try {
    // Meant for a stream that this is not: the server looks whether it may be published, and refuses it then.
    await publishedToLeader(client.publish(subject, '', { expect: { streamName: `not-${name}` } }));
  } catch (error) {
    if (!isCode(error, 'otherStream')) throw error;
  }
  await manager.streams.getMessage(name, { last_by_subj: subject });
  const consumer = await client.consumers.get(name, above(0));
  await consumer.delete();
}

/** The same where there is no connection yet. */
export function withRemedyOfConnecting(error: unknown, name: string): unknown {
  if (!(error instanceof errors.TimeoutError)) return withRemedy(error, name);
  // With TLS 1.3 a client hears no more than this of a server that wants its certificate.
  const remedy = 'check its address, and whether it wants a certificate of the client';
  return new SharedLogRefusedError('the broker does not answer in time', remedy);
}

/** What helps against an error that another attempt would meet again; the error itself where that is not known. */
export function withRemedy(error: unknown, name: string): unknown {
  const cause = error instanceof errors.RequestError ? error.cause : error;
  if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError) {
    const remedy = 'check the user and password, the token, the credentials or the certificate of the client';
    return new SharedLogRefusedError(`the broker does not let this login in (${cause.message})`, remedy);
  }
  if (cause instanceof errors.PermissionViolationError) {
    const remedy = `let it publish to "${name}.>" and "$JS.API.>", and subscribe to "_INBOX.>"`;
    return new SharedLogRefusedError(
      `this login lacks rights at the broker that the log needs (${cause.message})`,
      remedy,
    );
  }
  if (cause instanceof Error && (cause.name === 'JetStreamNotEnabled' || isCode(cause, 'notEnabled'))) {
    const remedy =
      'switch it on: `nats-server -js`, or `jetstream {}`; where the login has an account, `jetstream: enabled` in it; servers that have just started have it a moment later';
    return new SharedLogRefusedError('the broker has no JetStream', remedy);
  }
  if (isCode(cause, 'noRoom')) {
    const remedy =
      'let JetStream have more (`max_file_store`, or `max_file` of the account), or give the log a smaller bound';
    return new SharedLogRefusedError(`the broker has no room for the log (${reasonOf(cause)})`, remedy);
  }
  if (isCode(cause, 'noServers')) {
    const remedy = 'run that many servers as one cluster, or ask for fewer replicas';
    return new SharedLogRefusedError(
      `the broker has not as many servers as there are replicas (${reasonOf(cause)})`,
      remedy,
    );
  }
  return error;
}
