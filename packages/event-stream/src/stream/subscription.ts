import type { Core } from '../delivery/core.js';
import { matcherFor } from '../log/query.js';
import { InvalidQueryError } from '../model/errors.js';
import type { Loss, StreamEvent } from '../model/event.js';
import { shield } from '../model/shield.js';
import type { SubscribeOptions, Subscription } from '../model/stream.js';
import { type Consumer, type Missing, openConsumer } from './consumer.js';

export interface SubscriptionSetup extends SubscribeOptions {
  readonly core: Core;
  readonly patterns: readonly string[];
  readonly listener: (event: StreamEvent) => void;
  readonly lossOf: (missing: Missing) => Loss;
  /** Runs the given function at the end of the turn. */
  readonly onReady: (run: () => void) => void;
  readonly onError: (error: unknown) => void;
}

/** A listener in the process: it receives everything available before the turn ends. */
export function openSubscription(setup: SubscriptionSetup): Subscription {
  const { core, patterns, since, types, onError } = setup;
  if (typeof setup.onLost !== 'function') {
    throw new InvalidQueryError('onLost must be a function: events may be missing');
  }
  const tell = shield(setup.listener, onError);
  const tellLost = shield(setup.onLost, onError);
  let consumer: Consumer | undefined;

  function checkLoss(): void {
    for (let missing = consumer?.missed(); missing; missing = consumer?.missed()) {
      consumer?.resume(missing.upTo);
      tellLost(setup.lossOf(missing));
    }
  }

  function run(): void {
    checkLoss();
    for (let event = consumer?.read(); event; event = consumer?.read()) {
      tell(event);
      checkLoss();
    }
  }

  const matches = matcherFor(patterns);
  consumer = openConsumer({ core, patterns, matches, since, types, onReady: () => setup.onReady(run) });
  checkLoss();
  return {
    close() {
      consumer?.close();
      consumer = undefined;
    },
  };
}
