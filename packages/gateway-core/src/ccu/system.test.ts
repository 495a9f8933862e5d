import type { StreamEvent } from '@ccu-gateway/event-stream';
import { describe, expect, it } from 'vitest';
import { createSystemControl, createSystemView } from './system.js';

const AT = 1_700_000_000_000;

describe('the system', () => {
  it('is asked to stop once, after the answer is out', () => {
    let now = AT;
    const later: (() => void)[] = [];
    const stops: string[] = [];
    const system = createSystemControl({
      centrals: { get: () => undefined },
      house: { setCentralInformation: () => [] },
      publish: () => {},
      time: {
        now: () => now,
        after: (_ms, run) => {
          later.push(run);
          return () => {};
        },
      },
      installUpdate: async () => undefined,
      requestStop: (reason) => void stops.push(reason),
    });
    expect(system.restart()).toEqual({ status: 'shutdown_signalled', at: AT });
    now += 5_000;
    expect(system.restart()).toEqual({ status: 'shutdown_in_progress', at: AT });
    expect(stops).toEqual([]);
    for (const run of later) run();
    expect(stops).toEqual(['restart']);
  });

  it('remembers the newest notices', () => {
    let tell: (event: StreamEvent) => void = () => {};
    const view = createSystemView({
      house: { centrals: () => [] },
      events: {
        subscribe: (_patterns, listener) => {
          tell = listener;
          return { close() {} };
        },
      },
    });
    const notice = (type: string, payload: StreamEvent['payload']) =>
      tell({ seq: 1, kind: 'change', topic: 'system.ccu1.status', type, ts: '', payload });
    notice('daemon_status.changed', {});
    for (let number = 0; number < 250; number++) notice('system.status_changed', { number });
    expect(view.statusEvents()).toHaveLength(200);
    expect(view.statusEvents()[199]).toEqual({ number: 249 });
  });
});
