// The same of leases, writes and times.
import { after, confirmed, instead, lastHeld, of, onlyAnswered, staying, without } from './places.mjs';

/** Each names the code that must be among those that are found. */
export const plantsOfRights = {
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
