import type { Core } from '../delivery/core.js';
import { createPatternSet } from '../delivery/groups.js';
import type { Connection, ConnectionInfo, ConnectionOptions, SubscribeRequest } from '../model/connection.js';
import { closeCodes, limits } from '../model/limits.js';
import { isCursor } from '../model/request.js';
import type { ConnectionNotice } from '../model/stream.js';
import { readClientTopics } from '../topic/client-topics.js';
import { compilePattern } from '../topic/pattern.js';
import { type Calls, createCalls } from './calls.js';
import {
  errorText,
  outageText,
  replayLostText,
  resultErrorText,
  subscribedText,
  unsubscribedText,
} from './control-frames.js';
import { createHeartbeat, type Heartbeat } from './heartbeat.js';
import { type Inbound, type Refusal, readInbound } from './inbound.js';
import { createOutbox, type Missed, type Outbox } from './outbox.js';
import { createMessageRate, type MessageRate } from './rate.js';
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
  /** Events are missing from here on backwards. */
  lose(): void;
  /** Called when `Core.outage` has changed. */
  tellOutage(): void;
}

export function openSession(options: SessionOptions): Session {
  return new StreamSession(options);
}

/** A class for the same reason as its outbox: there may be a thousand of them, most of them idle. */
class StreamSession implements Session {
  readonly id: number;
  private readonly options: SessionOptions;
  private readonly core: Core;
  private readonly outbox: Outbox;
  private readonly subscriptions = createSubscriptions();
  private readonly rate: MessageRate;
  private readonly heartbeat: Heartbeat;
  private readonly openedAt: string;
  private calls: Calls | undefined;
  private heardAt: number;
  private conflated = 0;
  private dropped = 0;
  private reauthInFlight = false;
  /** Messages that came while a subscription waits for its number; undefined while none does. */
  private held: Inbound[] | undefined;
  private ended = false;

  constructor(options: SessionOptions) {
    const { core, sink } = options;
    this.id = options.id;
    this.options = options;
    this.core = core;
    this.openedAt = core.timestamp();
    this.heardAt = core.monotonic();
    this.rate = createMessageRate(this.heardAt);
    this.heartbeat = createHeartbeat(this.heardAt, core.random);
    this.outbox = createOutbox({ core, sink, onMissed: (missed) => this.note(missed) });
  }

  receive(text: string): void {
    if (this.ended) return;
    this.heardAt = this.core.monotonic();
    if (text.length > limits.messageLength) {
      this.stop('protocol', closeCodes.tooBig, 'message too big');
      return;
    }
    const admission = this.rate.admit(this.heardAt);
    if (admission === 'admitted') {
      this.handle(text);
      return;
    }
    this.core.counters.rateLimited += 1;
    if (admission === 'flood') this.stop('flood', closeCodes.flood, 'too many messages');
    else this.refuseForRate(text);
  }

  touch(): void {
    this.heardAt = this.core.monotonic();
  }

  drained(): void {
    this.outbox.drained();
  }

  subscribe(request: SubscribeRequest): void {
    if (this.ended) return;
    const topics = readClientTopics(request.topics);
    if (typeof topics === 'string') this.say(errorText('bad_request', topics));
    else if (request.since !== undefined && !isCursor(request.since)) {
      this.say(errorText('bad_request', 'since must be an integer from 0 to 2^53 - 1'));
    } else this.carryOut({ op: 'subscribe', ...request });
  }

  lose(): void {
    const { core, outbox, subscriptions } = this;
    if (this.ended || subscriptions.size === 0) return;
    core.counters.replaysLost += 1;
    subscriptions.restart(core.flushedSeq);
    outbox.text(replayLostText(core.loss('overflow'), core.epoch), true);
  }

  tellOutage(): void {
    if (!this.ended) this.outbox.text(outageText(this.core.outage));
  }

  close(code: number, reason: string): void {
    if (this.ended) return;
    this.end(code, reason);
    this.options.sink.close(code, reason);
  }

  closed(): void {
    if (!this.ended) this.end(1006, '');
  }

  tick(now: number): void {
    const { outbox } = this;
    if (outbox.stalledMs(now) >= limits.stallMs) {
      this.stop('stalled', closeCodes.stalled, `stalled, ${outbox.lag.frames} events behind`);
    } else if (this.options.transport !== 'one-way' && now - this.heardAt >= limits.idleMs) {
      this.stop('idle', closeCodes.idle, 'idle');
    } else if (!outbox.blocked) {
      const ping = this.heartbeat.due(now, () => outbox.settledSeq);
      if (ping) outbox.text(ping, true);
    }
  }

  info(): ConnectionInfo {
    const { options, outbox } = this;
    return {
      id: this.id,
      principal: options.principal,
      clientName: options.clientName,
      remoteAddress: options.remoteAddress,
      transport: options.transport ?? 'duplex',
      mode: outbox.mode,
      openedAt: this.openedAt,
      patterns: this.subscriptions.size,
      cursor: outbox.cursor,
      lagFrames: outbox.lag.frames,
      lagMs: outbox.lag.ms,
      queuedBytes: outbox.queuedBytes,
      blocked: outbox.blocked,
      delivered: outbox.delivered,
      conflated: this.conflated,
      dropped: this.dropped,
      rttMs: this.heartbeat.lastRttMs,
      idleMs: this.core.monotonic() - this.heardAt,
    };
  }

  private handle(text: string): void {
    const inbound = readInbound(text);
    if (inbound.op === 'refused') this.refuse(inbound);
    else this.carryOut(inbound);
  }

  /** In the order in which it came, also where a subscription has to wait. */
  private carryOut(inbound: Inbound): void {
    if (this.held) {
      if (this.held.length < limits.messagesPerSecond) this.held.push(inbound);
      else this.say(errorText('rate_limited', 'an earlier subscription is still waiting'));
      return;
    }
    const isResume = inbound.op === 'subscribe' && inbound.since !== undefined && this.isOwn(inbound.epoch);
    const waiting = isResume ? this.core.catchUp(inbound.since as number) : undefined;
    if (waiting) void this.afterwards(waiting, inbound);
    else this.perform(inbound);
  }

  private async afterwards(waiting: Promise<void>, inbound: Inbound): Promise<void> {
    this.held = [];
    // Unreadable events are missing, which the replay then reports.
    await waiting.catch(() => undefined);
    const { held } = this;
    this.held = undefined;
    if (this.ended) return;
    this.perform(inbound);
    for (const each of held ?? []) if (!this.ended) this.carryOut(each);
  }

  private isOwn(epoch: string | undefined): boolean {
    return epoch === undefined || epoch === this.core.epoch;
  }

  private perform(inbound: Inbound): void {
    if (inbound.op === 'subscribe') this.performSubscribe(inbound);
    else if (inbound.op === 'unsubscribe') this.unsubscribe(inbound.topics);
    else if (inbound.op === 'pong') this.heartbeat.pong(inbound.echo, this.core.monotonic());
    else if (inbound.op === 'reauth') void this.reauth(inbound.token);
    else if (this.outbox.queuedBytes > limits.queuedAnswersLength) {
      const failure = { code: 'rate_limited', message: 'earlier answers have not been read' };
      this.say(resultErrorText(inbound.id, failure));
    } else {
      this.calls ??= createCalls(this.options.onCall, (answer) => this.say(answer));
      this.calls.run(inbound);
    }
  }

  private performSubscribe({ topics, since, epoch, mode }: SubscribeRequest): void {
    const { core, outbox, subscriptions } = this;
    if (this.refuseWhileOwing()) return;
    const wanted = topics.filter((topic) => topic !== '');
    core.flush();
    const seq = core.flushedSeq;
    const verdict = since === undefined ? undefined : this.isOwn(epoch) ? core.replayFrom(since) : 'epoch';
    const from = typeof verdict === 'number' ? (since as number) : seq;
    const skips = subscriptions.deliveredBesides(wanted);
    if (!subscriptions.add(wanted, from)) {
      this.say(errorText('bad_request', `more than ${limits.patternsPerConnection} patterns on one connection`));
      return;
    }
    if (mode) outbox.mode = mode;
    outbox.setPatterns(subscriptions.patterns);
    outbox.text(subscribedText(topics, seq, core.oldestSeq, core.epoch), since === undefined);
    if (core.outage !== undefined) this.tellOutage();
    if (since === undefined || verdict === undefined) return;
    const set = createPatternSet(wanted.map(compilePattern));
    if (typeof verdict === 'number') outbox.replay(set, verdict, since, skips);
    else if (verdict !== 'evicted' || outbox.mode !== 'latest' || !outbox.delta(set, since)) {
      core.counters.replaysLost += 1;
      outbox.text(replayLostText(core.loss(verdict), core.epoch), true);
    }
  }

  private unsubscribe(topics: readonly string[]): void {
    if (this.refuseWhileOwing()) return;
    this.core.flush();
    this.subscriptions.remove(topics);
    this.outbox.setPatterns(this.subscriptions.patterns);
    this.outbox.text(unsubscribedText(topics));
  }

  /** Each change of the patterns of a connection that does not read is one more thing to remember for it. */
  private refuseWhileOwing(): boolean {
    const tooMuch = this.outbox.stretches >= limits.stretchesOwed;
    if (tooMuch) this.say(errorText('rate_limited', 'earlier subscriptions have not been answered yet'));
    return tooMuch;
  }

  private async reauth(token: string): Promise<void> {
    if (this.reauthInFlight) {
      this.say(errorText('rate_limited', 'a reauth is under way'));
      return;
    }
    this.reauthInFlight = true;
    const refused = { ok: false } as const;
    const answer = await (this.options.onReauth?.(token) ?? Promise.resolve(refused)).catch(() => refused);
    this.reauthInFlight = false;
    if (answer.ok) {
      this.say(JSON.stringify({ op: 'reauth_ok', expires_at: answer.expiresAt }));
      return;
    }
    this.say('{"op":"reauth_failed"}');
    this.close(closeCodes.credentialEnded, 'reauth failed');
  }

  private refuse({ message, callId }: Refusal): void {
    this.say(
      callId === undefined
        ? errorText('bad_request', message)
        : resultErrorText(callId, { code: 'bad_request', message }),
    );
  }

  /** A refused call still gets an answer of its own, as long as finding its id is cheap. */
  private refuseForRate(text: string): void {
    const message = `more than ${limits.messagesPerSecond} messages a second`;
    const inbound = text.length <= 1024 ? readInbound(text) : undefined;
    if (inbound?.op === 'call') this.say(resultErrorText(inbound.id, { code: 'rate_limited', message }));
    else this.say(errorText('rate_limited', message));
  }

  private say(text: string): void {
    this.outbox.text(text);
    if (this.outbox.queuedBytes > limits.queuedControlLength) {
      this.stop('stalled', closeCodes.stalled, 'answers are not read');
    }
  }

  private note(missed: Missed): void {
    this.subscriptions.restart(this.core.flushedSeq);
    this.dropped += missed.dropped;
    this.conflated += missed.conflated;
    if (missed.conflated > 0) this.notice('lagged', `fell behind, ${missed.conflated} events replaced by newer ones`);
    else this.notice('overflow', `fell too far behind, ${missed.dropped} events not delivered`);
  }

  private notice(code: ConnectionNotice['code'], message: string): void {
    this.options.onNotice?.({ code, message, connection: this.info() });
  }

  private stop(code: ConnectionNotice['code'], closeCode: number, reason: string): void {
    if (this.ended) return;
    if (code === 'stalled') this.core.counters.stalled += 1;
    this.notice(code, reason);
    this.close(closeCode, reason);
  }

  private end(code: number, reason: string): void {
    this.ended = true;
    this.outbox.end();
    this.calls?.end();
    this.options.onEnd();
    this.options.onClosed?.(code, reason);
  }
}
