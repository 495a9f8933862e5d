// Faults to plant in a correct run. Each answers the lines with one fault in them; `choose` takes one of several places.

const of = (lines, ...whats) => lines.filter(({ what }) => whats.includes(what));
const without = (lines, ...gone) => lines.filter((line) => !gone.includes(line));
const instead = (lines, old, fresh) => lines.map((line) => (line === old ? fresh : line));
const after = ({ t }) => t + 0.25;
const sightsOf = (lines, client) =>
  lines.filter((line) => line.client === client && /^(began|told|frame|left)$/.test(line.what));
const staying = (lines) =>
  of(lines, 'began').filter(({ client }) => !of(lines, 'left').some((each) => each.client === client));

/** Frames that another one of the same client and numbering follows at once. */
function pairs(lines) {
  return of(lines, 'frame').flatMap((frame) => {
    const sights = sightsOf(lines, frame.client);
    const next = sights[sights.indexOf(frame) + 1];
    return next?.what === 'frame' && next.epoch === frame.epoch ? [[frame, next]] : [];
  });
}

/** Writes that were confirmed, with everything that was said of them. */
function confirmed(lines, choose) {
  const answers = of(lines, 'answered').filter(({ outcome, t }) => outcome === 'confirmed' && t > calmAt(lines));
  const { write } = choose(answers);
  const all = (what) => lines.filter((line) => line.what === what && line.write === write);
  const one = (what) => all(what)[0];
  return {
    ...{ sent: one('write_sent'), request: one('request'), answer: one('answered'), end: one('write_ended') },
    shown: all('write_shown'),
  };
}

const lastHeld = (lines, choose) => {
  const held = of(lines, 'lease_held');
  const newest = held.filter((line) => !held.some((each) => each.ccu === line.ccu && each.token > line.token));
  return choose(newest.filter((line) => !newest.some((each) => each.ccu === line.ccu && each.t > line.t)));
};

/** When nothing is broken any more, and nothing was for long. */
const calmAt = (lines) => of(lines, 'calm').at(-1).t + 1;

/** Events that no gateway heard, of a time in which something was broken. */
const unheard = (lines) => {
  const heard = new Set(of(lines, 'heard').map(({ event }) => event));
  return of(lines, 'emitted').filter(({ event }) => !heard.has(event));
};

/** Keeps an event out of the log and from everybody, and closes the gap in no other way. */
const unlogged = (lines, event) => lines.filter((line) => line.event !== event || !/^(logged|frame)$/.test(line.what));

/** A write without an answer of a gateway, or with nothing but that, that the client knows nothing of. */
const onlyAnswered = (lines, { answer, end }, outcome) =>
  instead(instead(lines, answer, { ...answer, outcome }), end, { ...end, outcome: 'outcome_unknown' });

/** Each names the code that must be among those that are found. */
export const plants = {
  'an event is kept from a client': ['event_missing', (lines, choose) => without(lines, choose(pairs(lines))[0])],
  'the newest event is kept from a client': [
    'event_missing_at_end',
    (lines, choose) => without(lines, of(sightsOf(lines, choose(staying(lines)).client), 'frame').at(-1)),
  ],
  'a loss is not told': [
    'event_missing',
    (lines) => {
      const visible = of(lines, 'logged').filter(({ hidden }) => !hidden);
      const jump = of(lines, 'told').findLast((told) => {
        const sights = sightsOf(lines, told.client);
        const before = sights[sights.indexOf(told) - 1];
        return visible.some(
          ({ epoch, seq }) => epoch === before?.epoch && epoch === told.epoch && before.seq < seq && seq <= told.seq,
        );
      });
      return without(lines, jump);
    },
  ],
  'another numbering begins without a word': [
    'event_missing',
    (lines) => {
      const { client } = staying(lines)[0];
      const { epoch } = of(lines, 'logged').at(-1);
      return without(lines, ...sightsOf(lines, client).filter((line) => line.what === 'told' && line.epoch === epoch));
    },
  ],
  'a client gets an event twice': [
    'event_doubled',
    (lines, choose) => {
      const frame = choose(of(lines, 'frame'));
      return [...lines, { ...frame, t: after(frame) }];
    },
  ],
  'a client gets two events the other way round': [
    'event_reordered',
    (lines, choose) => {
      const [first, second] = choose(pairs(lines));
      return instead(instead(lines, first, { ...second, t: first.t }), second, { ...first, t: second.t });
    },
  ],
  'a client gets an event that is not in the log': [
    'event_not_logged',
    (lines, choose) => {
      const frame = choose(of(lines, 'frame'));
      return [...lines, { ...frame, t: after(frame), seq: 999_999 }];
    },
  ],
  'a client gets an event with the number of another one': [
    'event_differs',
    (lines, choose) => {
      const frame = choose(of(lines, 'frame'));
      return instead(lines, frame, { ...frame, event: 'home#none' });
    },
  ],
  'a client gets an event of another kind with the number of one': [
    'event_differs',
    (lines, choose) => {
      const frame = choose(of(lines, 'frame'));
      return instead(lines, frame, { ...frame, type: 'another.kind' });
    },
  ],
  'a number is given out twice': [
    'number_twice',
    (lines, choose) => [...lines, { ...choose(of(lines, 'logged')), event: 'home#none' }],
  ],
  'an event comes into the log twice': [
    'logged_twice',
    (lines, choose) => {
      const { event } = choose(of(lines, 'logged').filter((line) => line.event));
      const last = of(lines, 'logged').at(-1);
      return [...lines, { ...last, seq: last.seq + 1, event }];
    },
  ],
  'events of a CCU come into the log the other way round': [
    'logged_out_of_order',
    (lines) => {
      const events = of(lines, 'logged').filter((line) => line.event);
      const { ccu, epoch } = events.findLast((line) => line.ccu === 'home');
      const [first, second] = events.filter((line) => line.ccu === ccu && line.epoch === epoch).slice(-2);
      return instead(instead(lines, first, { ...first, event: second.event }), second, {
        ...second,
        event: first.event,
      });
    },
  ],
  'an event is in the log that no CCU emitted': [
    'logged_unheard',
    (lines, choose) => {
      const { event } = choose(of(lines, 'logged').filter((line) => line.event));
      return without(
        lines,
        of(lines, 'emitted').find((line) => line.event === event),
      );
    },
  ],
  'an event never comes into the log': [
    'never_logged',
    (lines) => {
      const { event } = of(lines, 'emitted').at(-1);
      return unlogged(lines, event);
    },
  ],
  'what was emitted while nobody listened is not told': [
    'never_logged',
    (lines, choose) => {
      const missed = unheard(lines).at(-1);
      const { client } = choose(staying(lines));
      return lines.filter(
        (line) => !(line.what === 'told_of_ccu' && line.client === client && line.ccu === missed.ccu),
      );
    },
  ],
  'of what was emitted while nobody listened it is told that another CCU was away': [
    'never_logged',
    (lines, choose) => {
      const missed = unheard(lines).at(-1);
      const { client } = choose(staying(lines));
      return lines.map((line) =>
        line.what === 'told_of_ccu' && line.client === client
          ? { ...line, ccu: missed.ccu === 'home' ? 'shed' : 'home' }
          : line,
      );
    },
  ],
  'that a CCU was away is told before the last event that came before it': [
    'never_logged',
    (lines, choose) => {
      const missed = unheard(lines).at(-1);
      const { client } = choose(staying(lines));
      const first = of(lines, 'live').find((line) => line.client === client);
      const early = (line) => line.what === 'told_of_ccu' && line.client === client && line.ccu === missed.ccu;
      const reachable = { reachable: true };
      return lines.map((line) => (early(line) ? { ...line, ...reachable, t: first.t + 0.25 } : line));
    },
  ],
  'what a holder has heard is lost, and told as that the CCU was away': [
    'never_logged',
    (lines, choose) => {
      const { ccu, event } = unheard(lines).at(-1);
      const { t } = of(lines, 'emitted').find((line) => line.event === event);
      const held = of(lines, 'lease_held').findLast((line) => line.ccu === ccu && line.t <= t && t <= line.until);
      return [...lines, { what: 'heard', t: choose([t, held.until]), ccu, gateway: held.gateway, event }];
    },
  ],
  'an event is lost while nothing is broken, and a loss is told': [
    'never_logged',
    (lines) => {
      const { event, ccu } = of(lines, 'emitted').at(-1);
      const told = staying(lines).map(({ client }) => {
        const frame = sightsOf(lines, client).findLast((line) => line.what === 'frame' && line.event !== event);
        return { what: 'told', t: after(frame), client, epoch: frame.epoch, seq: frame.seq };
      });
      const away = staying(lines).map(({ client }) => ({
        what: 'told_of_ccu',
        t: calmAt(lines),
        client,
        ccu,
        reachable: false,
      }));
      return [...unlogged(lines, event), ...told, ...away];
    },
  ],
  'a client is told of a place beyond the log': [
    'told_outside_log',
    (lines, choose) => {
      const told = choose(of(lines, 'told'));
      return instead(lines, told, { ...told, seq: 999_999_999 });
    },
  ],
  'a client is told of a numbering that there is not': [
    'told_outside_log',
    (lines, choose) => {
      const told = choose(of(lines, 'told'));
      return instead(lines, told, { ...told, epoch: 'nothing' });
    },
  ],
  'a client gets an event twice, and is told of a place before it between': [
    'told_back',
    (lines, choose) => {
      const frame = choose(of(lines, 'frame'));
      const { client, epoch, seq } = frame;
      return [...lines, { what: 'told', t: frame.t + 0.1, client, epoch, seq: seq - 1 }, { ...frame, t: after(frame) }];
    },
  ],
  'a client is told of a numbering that was over': [
    'told_back',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      const { epoch } = of(lines, 'told').findLast((line) => line.client === client);
      const over = sightsOf(lines, client).find((line) => line.epoch !== epoch);
      return [...lines, { what: 'told', t: of(lines, 'settled')[0].t, client, epoch: over.epoch, seq: over.seq }];
    },
  ],
  'a client is told of a loss while nothing is broken': [
    'told_needlessly',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      const { epoch, seq, t } = sightsOf(lines, client).at(-1);
      return [...lines, { what: 'told', t: t + 0.25, client, epoch, seq }];
    },
  ],
  'an event has another payload': [
    'event_differs',
    (lines, choose) => {
      const frame = choose(of(lines, 'frame').filter(({ body }) => body));
      return instead(lines, frame, { ...frame, body: 'another' });
    },
  ],
  'a client gets what is hidden': [
    'event_not_logged',
    (lines, choose) => {
      const { epoch, seq } = choose(of(lines, 'logged').filter(({ hidden }) => hidden));
      return [...lines, { what: 'frame', t: calmAt(lines), client: choose(staying(lines)).client, epoch, seq }];
    },
  ],
  'a client begins before what it gets': [
    'event_missing',
    (lines, choose) => {
      const visible = of(lines, 'logged').filter(({ hidden }) => !hidden);
      const isShown = ({ epoch, seq }) => visible.some((line) => line.epoch === epoch && line.seq === seq);
      const isOwed = ({ client }) => sightsOf(lines, client)[1].what === 'frame';
      const began = choose(staying(lines).filter((line) => isShown(line) && isOwed(line)));
      return instead(lines, began, { ...began, seq: began.seq - 1 });
    },
  ],
  'a holder that was replaced publishes': [
    'published_after_lease',
    (lines, choose, windowMs) => {
      const { ccu, token } = lastHeld(lines, choose);
      const end = Math.max(
        ...of(lines, 'lease_held')
          .filter((line) => line.ccu === ccu && line.token < token)
          .map(({ until }) => until),
      );
      const record = of(lines, 'logged').findLast((line) => line.ccu === ccu);
      return instead(lines, record, { ...record, token: token - 1, t: end + windowMs + 10_000 });
    },
  ],
  'a holder that was replaced appends': [
    'fence_broken',
    (lines, choose) => {
      const { ccu } = lastHeld(lines, choose);
      const record = of(lines, 'logged').findLast((line) => line.ccu === ccu);
      return instead(lines, record, { ...record, token: record.token - 1 });
    },
  ],
  'a token is given out twice': [
    'token_used_again',
    (lines, choose) => {
      const held = lastHeld(lines, choose);
      return [...lines, { ...held, t: held.until + 1, until: held.until + 2, gateway: 'link-c' }];
    },
  ],
  'two gateways hold one lease': [
    'two_holders',
    (lines, choose) => {
      const held = lastHeld(lines, choose);
      return [...lines, { ...held, t: held.until - 1, token: held.token + 1, gateway: 'link-c' }];
    },
  ],
  'a paused holder goes on after its lease': [
    'request_after_lease',
    (lines, choose, windowMs) => {
      const { until, ccu, gateway } = lastHeld(lines, choose);
      return [...lines, { what: 'request', t: until + windowMs + 1, ccu, gateway }];
    },
  ],
  'a gateway goes on after it gave its lease back': [
    'request_after_lease',
    (lines, choose, windowMs) => {
      const { t, ccu, gateway, token } = lastHeld(lines, choose);
      const end = of(lines, 'settled')[0].t;
      return [
        ...lines,
        { what: 'lease_ended', t: Math.max(t, end), ccu, gateway, token },
        { what: 'request', t: end + windowMs + 1, ccu, gateway },
      ];
    },
  ],
  'a request comes half a millisecond after the window': [
    'request_after_lease',
    (lines, choose, windowMs) => {
      const { until, ccu, gateway } = lastHeld(lines, choose);
      return [...lines, { what: 'request', t: until + windowMs + 0.5, ccu, gateway }];
    },
  ],
  'the run stalled when no lease was about to end': [
    'request_after_lease',
    (lines, choose, windowMs) => {
      const { until, ccu, gateway } = lastHeld(lines, choose);
      const request = { what: 'request', t: until + windowMs + 0.5, ccu, gateway };
      return [...lines, { what: 'stalled', t: until - 60_000, until: until + 0.25 }, request];
    },
  ],
  'a gateway speaks to a CCU before its lease': [
    'request_without_lease',
    (lines, choose) => {
      const { ccu, gateway, t } = of(lines, 'lease_held')[choose([0, 1])];
      return [{ what: 'request', t: t - 0.5, ccu, gateway }, ...lines];
    },
  ],
  'a gateway without a lease speaks to a CCU': [
    'request_without_lease',
    (lines, choose) => [
      ...lines,
      { what: 'request', t: choose(lines.filter(({ t }) => t)).t, ccu: 'home', gateway: 'link-c' },
    ],
  ],
  'a write is repeated': [
    'write_repeated',
    (lines, choose) => {
      const { request } = confirmed(lines, choose);
      return [...lines, { ...request, t: after(request) }];
    },
  ],
  'a write is confirmed and was never made': [
    'write_lost',
    (lines, choose) => without(lines, confirmed(lines, choose).request),
  ],
  'a write is refused and was made': [
    'write_denied',
    (lines, choose) => {
      const { answer, end } = confirmed(lines, choose);
      return instead(instead(lines, answer, { ...answer, outcome: 'refused' }), end, { ...end, outcome: 'refused' });
    },
  ],
  'a client says that a write was not sent, and it was made': [
    'write_denied',
    (lines, choose) => {
      const { end, answer } = confirmed(lines, choose);
      return instead(without(lines, answer), end, { ...end, outcome: 'unreachable' });
    },
  ],
  'a gateway alone says that a write was made, and it was not': [
    'write_lost',
    (lines, choose) => {
      const write = confirmed(lines, choose);
      return without(onlyAnswered(lines, write, 'confirmed'), write.request, ...write.shown);
    },
  ],
  'a gateway alone says that a write was refused, and it was made': [
    'write_denied',
    (lines, choose) => onlyAnswered(lines, confirmed(lines, choose), 'refused'),
  ],
  'a write is shown as confirmed and was never made': [
    'write_lost',
    (lines, choose) => {
      const { request, answer, end } = confirmed(lines, choose);
      const unknown = { ...end, outcome: 'outcome_unknown' };
      return [
        ...instead(without(lines, request, answer), end, unknown),
        { ...end, what: 'write_shown', t: after(end) },
      ];
    },
  ],
  'a write is unknown while nothing is broken': [
    'unknown_needlessly',
    (lines, choose) => {
      const { end } = confirmed(lines, choose);
      return instead(lines, end, { ...end, outcome: 'outcome_unknown' });
    },
  ],
  'a write fails while nothing is broken': [
    'failed_needlessly',
    (lines, choose) => {
      const { end } = confirmed(lines, choose);
      return [...lines, { ...end, what: 'write_shown', t: after(end), outcome: 'rolled_back' }];
    },
  ],
  'a write is made that nobody asked for': [
    'write_unasked',
    (lines, choose) => without(lines, confirmed(lines, choose).sent),
  ],
  'a write goes to another CCU': [
    'write_elsewhere',
    (lines, choose) => {
      const { request } = confirmed(lines, choose);
      return instead(lines, request, { ...request, ccu: request.ccu === 'home' ? 'shed' : 'home' });
    },
  ],
  'a client is told another outcome': [
    'answer_differs',
    (lines, choose) => {
      const { end } = confirmed(lines, choose);
      return instead(lines, end, { ...end, outcome: 'rolled_back' });
    },
  ],
  'a write never ends': ['write_open', (lines, choose) => without(lines, confirmed(lines, choose).end)],
  'a client does not come back': [
    'never_live',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      return [...lines, { what: 'away', t: of(lines, 'settled')[0].t - 0.5, client }];
    },
  ],
  'a client is live only after the end': [
    'never_live',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      const { t } = of(lines, 'settled')[0];
      return [...lines, { what: 'away', t: t - 0.5, client }, { what: 'live', t: t + 1, client }];
    },
  ],
  'a client is live again an hour after the fault': [
    'live_too_late',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      const { t } = of(lines, 'fault_ended').at(-1);
      const late = lines.map((line) => (line.t > t ? { ...line, t: line.t + 3_600_000 } : line));
      return [
        ...late,
        { what: 'away', t: t + 0.25, client },
        { what: 'live', t: of(late, 'settled')[0].t - 0.5, client },
      ];
    },
  ],
  'a client is connected after the fault and gets only what is older': [
    'never_live',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      const end = of(lines, 'fault_ended').at(-1).t;
      const fresh = new Set(
        of(lines, 'emitted')
          .filter(({ t, ccu }) => t >= end && ccu === 'home')
          .map(({ event }) => event),
      );
      return lines.filter((line) => !(line.what === 'frame' && line.client === client && fresh.has(line.event)));
    },
  ],
  'who was to be broken was not the holder': [
    'fault_without_effect',
    (lines, choose) => {
      const { ccu } = lastHeld(lines, choose);
      const began = of(lines, 'fault_began').at(-1);
      const held = of(lines, 'lease_held').filter((line) => line.ccu === ccu && line.t > began.t);
      const { token, gateway } = of(lines, 'lease_held').findLast((line) => line.ccu === ccu && line.t < began.t);
      return lines.map((line) =>
        line === began ? { ...line, ccu } : held.includes(line) ? { ...line, token, gateway } : line,
      );
    },
  ],
  'a client was never there': [
    'never_live',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      return lines.filter((line) => line.client !== client || line.what !== 'live');
    },
  ],
};
