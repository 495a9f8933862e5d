import type { Core } from '../core.js';
import { createPatternSet } from '../delivery/groups.js';
import type { ConnectionNotice } from '../stream.js';
import { compilePattern } from '../topic/pattern.js';
import { createCalls } from './calls.js';
import type { Connection, ConnectionInfo, ConnectionOptions, SubscribeRequest } from './connection.js';
import { errorText, replayLostText, resultErrorText, subscribedText, unsubscribedText } from './control-frames.js';
import { createHeartbeat } from './heartbeat.js';
import { isCursor, type Refusal, readInbound, readTopics } from './inbound.js';
import { closeCodes, limits } from './limits.js';
import { createOutbox } from './outbox.js';
import { createMessageRate } from './rate.js';
import { createSubscriptions } from './subscriptions.js';

export interface SessionOptions extends ConnectionOptions {
  readonly core: Core;
  readonly id: number;
  readonly onNotice?: (notice: ConnectionNotice) => void;
  /** The session is over; forget it. */
  readonly onEnd: () => void;
}

/** A connection as its stream sees it. */
export interface Session extends Connection {
  tick(now: number): void;
}

export function openSession(options: SessionOptions): Session {
  const { core, sink } = options;
  const transport = options.transport ?? 'duplex';
  const openedAt = core.timestamp();
  const startedAt = core.monotonic();
  const subscriptions = createSubscriptions();
  const rate = createMessageRate(startedAt);
  const heartbeat = createHeartbeat(startedAt, core.random);
  const calls = createCalls(options.onCall, say);
  let heardAt = startedAt;
  let conflated = 0;
  let dropped = 0;
  let reauthInFlight = false;
  let ended = false;

  const outbox = createOutbox({
    core,
    sink,
    onMissed(missed) {
      subscriptions.restart(core.flushedSeq);
      dropped += missed.dropped;
      conflated += missed.conflated;
      if (missed.conflated > 0) notice('lagged', `fell behind, caught up with ${missed.conflated} newest values`);
      else notice('overflow', `fell too far behind, ${missed.dropped} events not delivered`);
    },
  });

  function notice(code: ConnectionNotice['code'], message: string): void {
    options.onNotice?.({ code, message, connection: session.info() });
  }

  function say(text: string): void {
    outbox.text(text);
    if (outbox.queuedBytes > limits.queuedControlLength) stop('stalled', closeCodes.stalled, 'answers are not read');
  }

  function stop(code: ConnectionNotice['code'], closeCode: number, reason: string): void {
    if (ended) return;
    if (code === 'stalled') core.counters.stalled += 1;
    notice(code, reason);
    session.close(closeCode, reason);
  }

  function end(code: number, reason: string): void {
    ended = true;
    outbox.end();
    calls.end();
    options.onEnd();
    options.onClosed?.(code, reason);
  }

  function refuse({ message, callId }: Refusal): void {
    say(callId === undefined ? errorText('bad_request', message) : resultErrorText(callId, 'bad_request', message));
  }

  function subscribe({ topics, since, mode }: SubscribeRequest): void {
    const wanted = topics.filter((topic) => topic !== '');
    core.flush();
    const seq = core.flushedSeq;
    const verdict = since === undefined ? undefined : core.replayFrom(since);
    const from = typeof verdict === 'number' ? (since as number) : seq;
    const skips = subscriptions.deliveredBesides(wanted);
    if (!subscriptions.add(wanted, from)) {
      say(errorText('bad_request', `more than ${limits.patternsPerConnection} patterns on one connection`));
      return;
    }
    if (mode) outbox.mode = mode;
    outbox.setPatterns(subscriptions.patterns);
    outbox.text(subscribedText(topics, seq, core.oldestSeq, core.epoch), since === undefined);
    if (since === undefined || verdict === undefined) return;
    const set = createPatternSet(wanted.map(compilePattern));
    if (typeof verdict === 'number') outbox.replay(set, verdict, since, skips);
    else if (verdict !== 'evicted' || outbox.mode !== 'latest' || !outbox.delta(set, since)) {
      core.counters.replaysLost += 1;
      outbox.text(replayLostText(core.loss(verdict), core.epoch), true);
    }
  }

  function unsubscribe(topics: readonly string[]): void {
    core.flush();
    subscriptions.remove(topics);
    outbox.setPatterns(subscriptions.patterns);
    outbox.text(unsubscribedText(topics));
  }

  async function reauth(token: string): Promise<void> {
    if (reauthInFlight) {
      say(errorText('rate_limited', 'a reauth is under way'));
      return;
    }
    reauthInFlight = true;
    const answer = await (options.onReauth?.(token) ?? Promise.resolve({ ok: false } as const)).catch(
      () => ({ ok: false }) as const,
    );
    reauthInFlight = false;
    if (answer.ok) {
      say(JSON.stringify({ op: 'reauth_ok', expires_at: answer.expiresAt }));
      return;
    }
    say('{"op":"reauth_failed"}');
    session.close(closeCodes.credentialEnded, 'reauth failed');
  }

  /** A refused call still gets an answer of its own, as long as finding its id is cheap. */
  function refuseForRate(text: string): void {
    const message = `more than ${limits.messagesPerSecond} messages a second`;
    const inbound = text.length <= 1024 ? readInbound(text) : undefined;
    if (inbound?.op === 'call') say(resultErrorText(inbound.id, 'rate_limited', message));
    else say(errorText('rate_limited', message));
  }

  function handle(text: string): void {
    const inbound = readInbound(text);
    if (inbound.op === 'refused') refuse(inbound);
    else if (inbound.op === 'subscribe') subscribe(inbound);
    else if (inbound.op === 'unsubscribe') unsubscribe(inbound.topics);
    else if (inbound.op === 'pong') heartbeat.pong(inbound.echo, core.monotonic());
    else if (inbound.op === 'reauth') void reauth(inbound.token);
    else calls.run(inbound);
  }

  const session: Session = {
    id: options.id,
    receive(text) {
      if (ended) return;
      heardAt = core.monotonic();
      if (text.length > limits.messageLength) {
        stop('protocol', closeCodes.tooBig, 'message too big');
        return;
      }
      const admission = rate.admit(heardAt);
      if (admission === 'admitted') {
        handle(text);
        return;
      }
      core.counters.rateLimited += 1;
      if (admission === 'flood') stop('flood', closeCodes.flood, 'too many messages');
      else refuseForRate(text);
    },
    touch() {
      heardAt = core.monotonic();
    },
    drained() {
      outbox.drained();
    },
    subscribe(request) {
      if (ended) return;
      const topics = readTopics(request.topics);
      if (typeof topics === 'string') say(errorText('bad_request', topics));
      else if (request.since !== undefined && !isCursor(request.since)) {
        say(errorText('bad_request', 'since must be an integer from 0 to 2^53 - 1'));
      } else subscribe(request);
    },
    close(code, reason) {
      if (ended) return;
      end(code, reason);
      sink.close(code, reason);
    },
    closed() {
      if (!ended) end(1006, '');
    },
    tick(now) {
      if (outbox.blocked && now - outbox.blockedSince >= limits.stallMs) {
        stop('stalled', closeCodes.stalled, `stalled, ${outbox.lag.frames} events behind`);
      } else if (transport === 'duplex' && now - heardAt >= limits.idleMs) {
        stop('idle', closeCodes.idle, 'idle');
      } else if (!outbox.blocked) {
        const ping = heartbeat.due(now, () => outbox.settledSeq);
        if (ping) outbox.text(ping, true);
      }
    },
    info() {
      const info: ConnectionInfo = {
        id: options.id,
        principal: options.principal,
        clientName: options.clientName,
        remoteAddress: options.remoteAddress,
        transport,
        mode: outbox.mode,
        openedAt,
        patterns: subscriptions.size,
        cursor: outbox.cursor,
        lagFrames: outbox.lag.frames,
        lagMs: outbox.lag.ms,
        queuedBytes: outbox.queuedBytes,
        blocked: outbox.blocked,
        delivered: outbox.delivered,
        conflated,
        dropped,
        rttMs: heartbeat.lastRttMs,
        idleMs: core.monotonic() - heardAt,
      };
      return info;
    },
  };
  return session;
}
