// Faults to plant in a correct run, of events. Each answers the lines with one fault in them; `choose` takes one of several places.
import {
  after,
  calmAt,
  instead,
  lastHeld,
  of,
  pairs,
  sightsOf,
  staying,
  unheard,
  unlogged,
  without,
} from './places.mjs';

/** Each names the code that must be among those that are found. */
export const plantsOfEvents = {
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
      const late = of(lines, 'logged')
        .filter((line) => line.ccu === ccu)
        .slice(-2);
      return late.reduce(
        (all, record) => instead(all, record, { ...record, token: token - 1, t: end + windowMs + 10_000 }),
        lines,
      );
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
};
