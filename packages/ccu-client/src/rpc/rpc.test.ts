import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { INTERFACE_PROFILES } from '../model/interfaces.js';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import { createManualTime } from '../testing/manual-time.js';
import { createCircuit } from './circuit.js';
import { createInterfaceRpc } from './rpc.js';

const interfaceName = 'HmIP-RF';

describe('calls to an interface', () => {
  it('may be made again when the connection breaks where they change nothing only, and keep the doubt', async () => {
    const made: [string, boolean | undefined][] = [];
    const rpc = createInterfaceRpc({
      interfaceName,
      circuit: createCircuit({ interfaceName, failures: 9, openMs: 1, now: () => 0 }),
      profile: INTERFACE_PROFILES[interfaceName],
      timings: DEFAULT_TIMINGS,
      onFailure: () => {},
      onSlow: () => {},
      timers: createManualTime().timers,
      client: {
        async call(method, _params, { once }) {
          made.push([method, once]);
          throw new CcuError('unreachable', 'broken', { mayHaveRun: once });
        },
        close() {},
      },
    });
    for (const method of ['getValue', 'ping', 'init', 'setValue', 'putParamset', 'addLink', 'determineParameter']) {
      await rpc.call(method).catch(() => undefined);
    }
    expect(made.map(([method, once]) => `${method} ${once}`)).toEqual([
      ...['getValue false', 'ping false', 'init false'],
      ...['setValue true', 'putParamset true', 'addLink true', 'determineParameter true'],
    ]);
    await expect(rpc.call('setValue')).rejects.toMatchObject({ code: 'unreachable', interfaceName, mayHaveRun: true });
  });
});

describe('a call without an answer', () => {
  it.each([
    { probe: false, slow: 1 },
    { probe: true, slow: 0 },
  ])('is reported as slow once while it lasts, and never as a probe (probe: $probe)', async ({ probe, slow }) => {
    const time = createManualTime();
    let answer: (value: string) => void = () => {};
    let reported = 0;
    const rpc = createInterfaceRpc({
      interfaceName,
      circuit: createCircuit({ interfaceName, failures: 9, openMs: 1, now: time.now }),
      profile: INTERFACE_PROFILES[interfaceName],
      timings: DEFAULT_TIMINGS,
      onFailure: () => {},
      onSlow: () => {
        reported += 1;
      },
      timers: time.timers,
      client: {
        call: () =>
          new Promise((settle) => {
            answer = settle;
          }),
        close() {},
      },
    });
    const first = rpc.call('setValue', [], { probe });
    await time.advance(DEFAULT_TIMINGS.pongTimeoutMs / 2 - 1);
    expect(reported).toBe(0);
    await time.advance(DEFAULT_TIMINGS.rpcTimeoutMs);
    expect(reported).toBe(slow);
    answer('');
    await first;
    const second = rpc.call('setValue', [], { probe });
    await time.advance(1);
    answer('');
    await second;
    await time.advance(DEFAULT_TIMINGS.rpcTimeoutMs);
    expect(reported).toBe(slow);
  });
});

describe('calls to an interface with an open circuit', () => {
  /** What the daemon answers, one call after the other. */
  const start = (answers: readonly (CcuError | 'fine')[]) => {
    let now = 0;
    const left = [...answers];
    const circuit = createCircuit({ interfaceName, failures: 1, openMs: 30_000, now: () => now });
    const rpc = createInterfaceRpc({
      interfaceName,
      circuit,
      profile: INTERFACE_PROFILES[interfaceName],
      timings: DEFAULT_TIMINGS,
      onFailure: () => {},
      onSlow: () => {},
      timers: createManualTime().timers,
      client: {
        async call() {
          const answer = left.shift();
          if (answer instanceof CcuError) throw answer;
          return '';
        },
        close() {},
      },
    });
    const call = () =>
      rpc.call('setValue').then(
        () => 'fine',
        (error: CcuError) => error.code,
      );
    return {
      call,
      pass: () => {
        now += 30_000;
      },
    };
  };
  const away = new CcuError('timeout', 'no answer');

  it('close it by any answer, a refusal for an exhausted duty cycle included', async () => {
    const { call, pass } = start([away, new CcuError('duty_cycle', 'used up', { faultCode: -1 }), 'fine']);
    expect(await call()).toBe('timeout');
    expect(await call()).toBe('circuit_open');
    pass();
    expect(await call()).toBe('duty_cycle');
    expect(await call()).toBe('fine');
  });

  it('let the next one try when the one that tried was given up', async () => {
    const { call, pass } = start([away, new CcuError('aborted', 'given up'), 'fine', 'fine']);
    expect(await call()).toBe('timeout');
    pass();
    expect(await call()).toBe('aborted');
    expect(await call()).toBe('fine');
    expect(await call()).toBe('fine');
  });
});
