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
  const answers = of(lines, 'answered').filter(({ outcome }) => outcome === 'confirmed');
  const { write } = choose(answers);
  const one = (what) => lines.find((line) => line.what === what && line.write === write);
  return { sent: one('write_sent'), request: one('request'), answer: one('answered'), end: one('write_ended') };
}

const lastHeld = (lines, choose) => {
  const held = of(lines, 'lease_held');
  const newest = held.filter((line) => !held.some((each) => each.ccu === line.ccu && each.token > line.token));
  return choose(newest.filter((line) => !newest.some((each) => each.ccu === line.ccu && each.t > line.t)));
};

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
      const jump = of(lines, 'told').findLast(({ client, epoch, seq }) => {
        const sights = sightsOf(lines, client);
        const before =
          sights[sights.findIndex((line) => line.what === 'told' && line.seq === seq && line.epoch === epoch) - 1];
        return before?.epoch === epoch && before.seq < seq - 1;
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
      const { ccu, epoch } = of(lines, 'logged').findLast((line) => line.ccu === 'home');
      const [first, second] = of(lines, 'logged')
        .filter((line) => line.ccu === ccu && line.epoch === epoch)
        .slice(-2);
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
      const { event } = of(lines, 'logged').at(-1);
      return lines.filter((line) => line.event !== event || line.what === 'emitted');
    },
  ],
  'what was emitted while nobody listened is not told': [
    'never_logged',
    (lines, choose) => {
      const logged = new Set(of(lines, 'logged').map(({ event }) => event));
      const missed = of(lines, 'emitted').findLast(({ event }) => !logged.has(event));
      const told = of(lines, 'told_of_ccu').filter(
        ({ client, ccu, since, until }) =>
          ccu === missed.ccu &&
          since <= missed.t &&
          missed.t <= until &&
          staying(lines).some((each) => each.client === client),
      );
      return without(lines, choose(told));
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
  'a client was never there': [
    'never_live',
    (lines, choose) => {
      const { client } = choose(staying(lines));
      return lines.filter((line) => line.client !== client || line.what !== 'live');
    },
  ],
};
