import type { Message } from '../red/red.js';
import { failureWords, RefusedMessage } from '../words/failure-words.js';
import type { NodeAtWork } from './register.js';

/** Messages of one node that may wait while an earlier one is carried out. */
const LONGEST_QUEUE = 100;

/**
 * Carries out the messages of a node one after the other, so that two values of one data point reach the gateway in their order.
 * A failure is the status of the node, and an error that a catch node receives.
 */
export function serveInputs(
  { red, node, line }: NodeAtWork,
  carryOut: (message: Message, signal: AbortSignal) => Promise<Message>,
): void {
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  node.on('input', (message, send, done) => {
    const fail = (error: unknown) => {
      const text = failureWords(red._, error);
      line.fail(text);
      done(new Error(text, { cause: error }));
    };
    if (waiting >= LONGEST_QUEUE) {
      fail(new RefusedMessage('queue', { count: LONGEST_QUEUE }));
      return;
    }
    waiting += 1;
    last = last
      .then(() => carryOut(message, ending.signal))
      .then(
        (answer) => {
          line.succeed();
          send({ ...message, ...answer });
          done();
        },
        (error: unknown) => {
          if (ending.signal.aborted) done();
          else fail(error);
        },
      )
      .then(() => {
        waiting -= 1;
      });
  });
  node.on('close', (_removed, done) => {
    ending.abort();
    done();
  });
}
