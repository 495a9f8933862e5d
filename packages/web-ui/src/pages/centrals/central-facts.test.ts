import { describe, expect, it } from 'vitest';
import { type CcuSources, ccusOf, verdictOf } from './central-facts.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

function factsOf(change: {
  readonly connected?: readonly boolean[];
  readonly cause?: string;
  readonly session?: string;
  readonly heardAt?: string;
  readonly enabled?: boolean;
}) {
  const connected = change.connected ?? [true];
  const sources: CcuSources = {
    centrals: [{ name: 'home', host: 'ccu', enabled: change.enabled ?? true, interfaces: [{ name: 'HmIP-RF' }] }],
    systems: [],
    interfaces: connected.map((each, index) => ({
      id: `home-${index}`,
      name: `I${index}`,
      interface: `I${index}`,
      central_id: 'home',
      connected: each,
      state: each ? 'connected' : 'disconnected',
    })),
    reliability: connected.map((_, index) => ({
      central: 'home',
      interface: `I${index}`,
      circuit_state: 0,
      state: {
        ...(change.heardAt === undefined ? {} : { last_callback_at: change.heardAt }),
        ...(change.cause === undefined ? {} : { cause: change.cause }),
      },
    })),
    health: {
      status: 'degraded',
      components:
        change.session === undefined
          ? []
          : [
              {
                name: 'ccu.home.session',
                status: 'degraded',
                recorded_at: ago(0),
                note: 'Worte für Menschen',
                reason: change.session,
              },
            ],
    },
  };
  return ccusOf(sources, NOW)[0]!;
}

describe('the state of a CCU', () => {
  it.each([
    ['connected', { connected: [true], heardAt: ago(1) }],
    ['silent', { connected: [true], heardAt: ago(13) }],
    ['partly', { connected: [true, false] }],
    ['starting', { connected: [false], cause: 'booting' }],
    ['unreachable', { connected: [false], cause: 'timeout' }],
    ['wrong_password', { connected: [false], cause: 'login_refused' }],
    ['wrong_password', { connected: [true], session: 'login_refused' }],
    ['too_many_sessions', { connected: [true], session: 'too_many_sessions' }],
    ['disabled', { connected: [], enabled: false }],
  ] as const)('is %s with %j', (state, change) => {
    expect(factsOf(change).state).toBe(state);
  });
});

it.each([
  [{ reachable: true, login: 'accepted' }, 'works'],
  [{ reachable: true, login: 'not_needed' }, 'works'],
  [{ reachable: true }, 'no_login'],
  [{ reachable: false }, 'unreachable'],
  [{ reachable: false, login: 'accepted' }, 'ports'],
  [{ reachable: true, login: 'refused' }, 'wrong_password'],
  [{ reachable: true, login: 'too_many_sessions' }, 'too_many_sessions'],
  [{ reachable: false, login: 'unreachable' }, 'unreachable'],
] as const)('a test with the result %j is reported as %s', (probe, verdict) => {
  expect(verdictOf(probe)).toBe(verdict);
});
