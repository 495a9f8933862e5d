/** Members of each control frame beside `op`, as the catalogue publishes them. */
export const CONTROL_FRAMES = {
  subscribe: {
    topics: 'Patterns, at most 256 a frame.',
    since: 'Optional. `seq` of the last event that was seen: later events are replayed.',
    epoch: 'Optional. The numbering that `since` belongs to, as in `subscribed`.',
    mode: 'Optional. `all`, or `latest`: after falling behind, the newest frame of everything instead of a loss.',
    classify: 'Optional. true: `datapoint.value_changed` has `category` and `data_point_type`.',
  },
  unsubscribe: { topics: 'Patterns as they were subscribed to.' },
  pong: { echo: 'Optional. `echo` of the ping, unchanged.' },
  reauth: { token: 'An API token that replaces the credential of the connection.' },
  call: {
    id: 'Chosen by the client; the result has it.',
    command: 'Name of a command.',
    args: 'Optional. Arguments of the command.',
  },
  subscribed: {
    topics: 'Patterns as they were sent.',
    seq: 'Number of the newest event.',
    oldest_seq: 'Number of the oldest event that can be replayed; above `seq` where there is none.',
    epoch: 'The numbering: another one than before means that numbers cannot be compared.',
  },
  unsubscribed: { topics: 'Patterns as they were sent.' },
  replay_done: { seq: 'Number of the last event that was replayed.' },
  replay_lost: {
    oldest_seq: 'Number of the oldest event that could be replayed.',
    seq: 'Number up to which events are missing.',
    epoch: 'The numbering that both belong to.',
    reason: 'Why, in a word.',
  },
  outage: {
    active: 'Whether events are held up now.',
    reason: 'Why; absent once it is over.',
  },
  lagged: {
    from: 'Number of the last event before the gap.',
    to: 'Number of the last event that the frames after this one stand for.',
    conflated: 'How many were replaced by a newer one of the same data point.',
    missed_momentary: 'How many key presses and the like are missing.',
  },
  ping: {
    echo: 'Opaque token for the pong.',
    rtt_ms: 'Optional. Milliseconds of the last round trip with a pong that had its `echo`.',
    seq: 'Number of the newest event.',
  },
  reauth_ok: { expires_at: 'Optional. When the new credential ends.' },
  reauth_failed: {},
  result: {
    id: 'As in the call.',
    data: 'Result of the command; absent with `error`.',
    error: 'Optional. `code` and `message` of a refusal.',
  },
  error: { error: '`code` and `message`; the connection stays open.' },
} as const;

/** Rules for a client after the end of a connection. */
export const RESUME = {
  description:
    'Subscribe with `since`, the `seq` of the last event that was seen. Later events are replayed before any live event, ' +
    'then `replay_done` comes; `replay_lost` where that is not possible.',
  fields: {
    since: 'In `subscribe`.',
    oldest_seq: 'In `subscribed` and `replay_lost`.',
    epoch: 'In `subscribed` and `replay_lost`.',
  },
  replay_lost: 'Read `GET /snapshot` and subscribe with its `seq`.',
} as const;

/** Signs of life of both sides. */
export const HEARTBEAT = {
  interval_seconds: 30,
  idle_close_seconds: 60,
  description:
    'The gateway sends `ping`; the client answers `pong` with the `echo` of it. A connection without any frame from the ' +
    'client for 60 seconds is closed.',
  fields: { echo: 'In `ping` and `pong`.', rtt_ms: 'In `ping`; absent before the first pong that had its `echo`.' },
} as const;
