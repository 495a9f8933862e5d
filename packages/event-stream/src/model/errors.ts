/** `publish` after `close`, or a log that ended while the stream was opened. */
export class StreamClosedError extends Error {
  readonly code = 'stream_closed';
  constructor(message = 'the event stream is closed') {
    super(message);
    this.name = 'StreamClosedError';
  }
}

/** Events are missing, and nothing was given that wants to know: the iteration ends with this. */
export class EventsLostError extends Error {
  readonly code = 'events_lost';
  constructor(readonly loss: { readonly reason: string; readonly seq: number }) {
    super(`events are missing (${loss.reason})`);
    this.name = 'EventsLostError';
  }
}

/** The gateway has never accepted the subscription: a wrong topic, or an address without events. */
export class SubscriptionRefusedError extends Error {
  readonly code = 'subscription_refused';
  constructor(reason: string) {
    super(`the subscription is refused (${reason})`);
    this.name = 'SubscriptionRefusedError';
  }
}

/** The published input cannot be sent as an event. */
export class InvalidEventError extends Error {
  readonly code = 'invalid_event';
  constructor(message: string) {
    super(message);
    this.name = 'InvalidEventError';
  }
}

/** The log has dropped a part of the events after a process's state: it needs a newer state to begin with. */
export class StateTooOldError extends Error {
  readonly code = 'state_too_old';
  constructor() {
    super('the log has dropped the events after that state');
    this.name = 'StateTooOldError';
  }
}

/** A pattern, cursor or limit is not acceptable; the message names it. */
export class InvalidQueryError extends Error {
  readonly code = 'invalid_query';
  constructor(message: string) {
    super(message);
    this.name = 'InvalidQueryError';
  }
}
