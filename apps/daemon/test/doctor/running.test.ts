import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../world.js';
import type { SeenBy } from './seen.js';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const THERMOSTAT = '00F1C0DE000001';
const SWITCH = '00F1C0DE000005';

let world: World;
beforeAll(async () => {
  // A busy machine is no slow CCU.
  world = await startWorld({
    timings: { rpcTimeoutMs: 60_000, pongTimeoutMs: 60_000, confirmTimeoutMs: 200, writeRetryMs: 5, jobLookMs: 20 },
  });
});
afterAll(() => world.close());

interface Finding {
  readonly id: string;
  readonly severity: 'ok' | 'warning' | 'problem';
  readonly interface?: string;
}

const doctor = async (query = '') => await world.call('GET', `/api/v1/diagnostics/doctor${query}`);

describe('the doctor of a running gateway', () => {
  it('has no warning and no problem for a healthy installation, and lists its checks', async () => {
    const { status, json } = await doctor();
    expect(status).toBe(200);
    expect(json.findings.filter(({ severity }: Finding) => severity !== 'ok')).toEqual([]);
    expect(json).toMatchObject({ running: true, problems: 0, warnings: 0 });
    const ids = json.findings.map(({ id }: Finding) => id);
    for (const id of ['config.accepted', 'database.whole', 'key.usable', 'login.accepted', 'scripts.allowed']) {
      expect(ids).toContain(id);
    }
    const proved = json.findings.filter(({ id }: Finding) => id === 'loop.works');
    const names = proved.map((each: Finding) => each.interface);
    expect(new Set(names)).toEqual(new Set(['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices', 'CUxD']));
  });

  it('leaves no registration of its own at the CCU', async () => {
    const before = world.simulator.registrations().map(({ url }) => url);
    await doctor();
    expect(world.simulator.registrations().map(({ url }) => url)).toEqual(before);
  });

  it('examines one CCU when one is named, and refuses an unknown one', async () => {
    expect(await doctor('?central=home')).toMatchObject({ status: 200 });
    expect(await doctor('?central=nowhere')).toMatchObject({ status: 404 });
  });

  it('makes one examination at a time', async () => {
    const answers = await Promise.all([doctor(), doctor()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({ reason: 'doctor_running' });
  });

  it('is for administrators [O02]', async () => {
    for (const as of ['operator', 'viewer'] as const) {
      expect(await world.call('GET', '/api/v1/diagnostics/doctor', { as })).toMatchObject({ status: 403 });
    }
  });

  const faults = () => world.simulator.faults;
  const write = (value: boolean) =>
    world.call('PUT', `/api/v1/devices/${SWITCH}/channels/4/data-points/STATE/value`, { body: { value } });
  /** The CCU says that the device is another one now, so that its descriptions are read again. */
  const changeDevice = () =>
    world.simulator.tell('HmIP-RF', 'updateDevice', [
      { type: 'string', value: SWITCH },
      { type: 'int', value: 0 },
    ]);
  const backup = async () =>
    expect(await world.call('POST', '/api/v1/backups?central=home', { body: {} })).toMatchObject({ status: 202 });

  /** A backup that came to its end, so that the next one is another. */
  const wholeBackup = async () => {
    const kept = async () => (await world.call('GET', '/api/v1/backups')).json.length;
    const before = await kept();
    await backup();
    await expect.poll(kept, PATIENCE).toBe(before + 1);
  };

  interface Row {
    readonly inflict: () => unknown;
    /** Everything that is wrong then. */
    readonly found: readonly string[];
    /** Beside ending the fault. */
    readonly heal?: () => unknown;
  }

  const SEEN_WHILE_RUNNING: Readonly<Record<SeenBy<'running'>, Row>> = {
    refuseDescriptions: {
      inflict() {
        faults().refuseDescriptions(true, `${SWITCH}:4`);
        changeDevice();
      },
      found: ['devices.descriptions_refused'],
      heal: changeDevice,
    },
    jobs: {
      async inflict() {
        faults().jobs('backup', 'fail');
        await backup();
      },
      found: ['backup.failed'],
      heal: wholeBackup,
    },
    // The gateway takes the backup on its other way, so that nothing is wrong.
    withholdFiles: {
      async inflict() {
        faults().withholdFiles(true);
        await wholeBackup();
      },
      found: [],
    },
    // The page is cut off, and the archive before it is whole.
    pageBehindBackup: {
      async inflict() {
        faults().pageBehindBackup(true);
        await wholeBackup();
      },
      found: [],
    },
    asleep: {
      async inflict() {
        faults().asleep(THERMOSTAT, true);
        const path = `/api/v1/devices/${THERMOSTAT}/channels/1/data-points/SET_POINT_TEMPERATURE/value`;
        expect(await world.call('PUT', path, { body: { value: 28.5 } })).toMatchObject({ status: 202 });
      },
      found: ['writes.waiting'],
      heal: () => faults().asleep(THERMOSTAT, false),
    },
    unknownDevice: {
      inflict: () => faults().unknownDevice(SWITCH, true),
      found: ['names.missing'],
      heal: () => undefined,
    },
    // The report of the replacement names what was not taken over.
    bareReplacements: {
      inflict: () => faults().bareReplacements(true),
      found: [],
    },
    // What could not be written is told for an hour, so that these come last.
    refuseWrites: {
      async inflict() {
        faults().refuseWrites(true, SWITCH);
        await write(true);
      },
      found: ['writes.refused'],
    },
    swallowWrites: {
      async inflict() {
        faults().swallowWrites(true);
        await write(false);
      },
      found: ['writes.refused', 'writes.unconfirmed'],
    },
  };

  /** Waits until this is all that is wrong. */
  async function comesTo(found: readonly string[]): Promise<void> {
    await expect
      .poll(async () => {
        const findings: readonly Finding[] = (await doctor()).json.findings;
        return findings.filter(({ severity }) => severity !== 'ok').map(({ id }) => id);
      }, PATIENCE)
      .toEqual(found);
  }

  it.each(Object.entries(SEEN_WHILE_RUNNING))('names %s', async (_fault, { inflict, found, heal }) => {
    await inflict();
    await comesTo(found);
    faults().clear();
    if (heal === undefined) return;
    await heal();
    await comesTo([]);
  });
});
