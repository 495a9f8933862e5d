import type { Ccu } from '@ccu-gateway/ccu-client';
import { CcuError } from '@ccu-gateway/ccu-client/errors';
import { expect, it, vi } from 'vitest';
import type { IncidentRecord } from '../ports/diagnostics.js';
import type { Logger } from '../ports/log.js';
import { createFirmwareInstall } from './firmware-install.js';

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A CCU with newer firmware; the caller settles the end of its installation. */
function installing(add: (incident: IncidentRecord) => Promise<unknown>) {
  let succeed = () => {};
  let fail: (error: Error) => void = () => {};
  const finished = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  const syncs = { installing: vi.fn() };
  const hub = {
    firmwareUpdate: async () => ({ supported: true, updateAvailable: true }),
    installFirmware: async () => ({ finished }),
  };
  // Of a CCU only its hub takes part.
  const ccu = { hub } as unknown as Ccu;
  const install = createFirmwareInstall({
    centrals: { get: (name) => (name === 'home' ? ccu : undefined) },
    house: { systemUpdates: () => [] },
    syncs,
    incidents: { add },
    time: { now: () => 1_700_000_000_000 },
    log: quiet,
  });
  return { install, succeed: () => succeed(), fail: (error: Error) => fail(error), syncs };
}

it('records an incident with the reason of the CCU when an installation fails after its answer', async () => {
  const incidents: IncidentRecord[] = [];
  const { install, fail, syncs } = installing(async (incident) => incidents.push(incident));
  await install('home');
  fail(new CcuError('timeout', 'the CCU did not restart'));
  await vi.waitFor(() => expect(syncs.installing).toHaveBeenLastCalledWith('home', false));
  expect(incidents).toEqual([
    {
      at: 1_700_000_000_000,
      central: 'home',
      component: 'home',
      severity: 'warning',
      summary: 'The CCU did not install its firmware',
      detail: 'the CCU did not restart',
    },
  ]);
});

it('ends a failed installation although its incident cannot be stored', async () => {
  const { install, fail, syncs } = installing(async () => {
    throw new Error('disk full');
  });
  await install('home');
  await expect(install('home')).rejects.toMatchObject({ code: 'conflict', details: { reason: 'update_running' } });
  fail(new CcuError('timeout', 'the CCU did not restart'));
  await vi.waitFor(() => expect(syncs.installing).toHaveBeenLastCalledWith('home', false));
  await expect(install('home')).resolves.toBeUndefined();
});

it('records no incident of an installation that ends well', async () => {
  const add = vi.fn();
  const { install, succeed, syncs } = installing(add);
  await install('home');
  succeed();
  await vi.waitFor(() => expect(syncs.installing).toHaveBeenLastCalledWith('home', false));
  expect(add).not.toHaveBeenCalled();
});
