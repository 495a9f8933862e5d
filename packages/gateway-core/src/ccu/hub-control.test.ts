import type { Ccu } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { createProgramControl, type HubControlDeps } from './hub-control.js';

/** A program of a CCU, and the gateway's last reading of it. */
function world({ runsWhenActivated }: { readonly runsWhenActivated: boolean }) {
  let ran = 0;
  let known: string | undefined;
  const hub = {
    executeProgram: async () => {
      ran += 1;
      return true;
    },
    setProgramActive: async (_: number, active: boolean) => {
      if (active && runsWhenActivated) ran += 1;
    },
  };
  const deps = {
    centrals: { get: () => ({ hub }) as unknown as Ccu },
    syncs: {
      refresh: async (_: string, ...parts: readonly string[]) => {
        // The reading after a run is later than the next request.
        if (parts.length === 1) known = `${ran}`;
      },
    },
    house: { programExecuted: () => [], program: () => ({ ok: true, value: { last_executed: known } }) },
    publish: () => undefined,
    time: { after: () => () => undefined },
    log: { warn: () => undefined },
  } as unknown as HubControlDeps;
  return createProgramControl(deps);
}

describe('switching a program', () => {
  const switched = async (runsWhenActivated: boolean, active: boolean) => {
    const programs = world({ runsWhenActivated });
    await programs.executeProgram('home', '1', { checkConditions: false });
    return programs.setProgramActive('home', '1', active);
  };

  it('off never runs it, also where it ran just before', async () => {
    expect(await switched(true, false)).toBe(false);
  });

  it('on reports a run caused by it, and ignores an earlier run', async () => {
    expect(await switched(true, true)).toBe(true);
    expect(await switched(false, true)).toBe(false);
  });
});
