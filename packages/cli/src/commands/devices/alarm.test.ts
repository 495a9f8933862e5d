import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

type Answer = Parameters<typeof startServer>[0];

const zone = {
  id: 'zone-1',
  name: 'Home',
  state: 'arming',
  mode: 'full',
  bypassed: [],
  open: ['door'],
  countdown: { kind: 'exit_delay', pre_alarm: false, remaining_s: 12, total_s: 30 },
  readiness: {},
  walktest_active: false,
  degraded: true,
  lost_centrals: ['home'],
  unconfirmed_outputs: [],
  missing_outputs: [],
  code_arm_required: false,
  code_disarm_required: true,
};

describe('the alarm commands', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  const given = async (answer: Answer) => {
    gateway = await startServer(answer);
  };
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    cli(['alarm', ...argv], { env: { ...gateway.env, ...env } });
  const asked = () => gateway.seen.map(({ method, path, body }: Seen) => [method, path, body]);

  it('show the state of each zone with what is wrong', async () => {
    await given(() => ({ body: { zones: [zone] } }));
    expect((await run(['status'])).out).toBe('zone-1\tHome\tarming\tfull\t1\t12 s left, CCU not connected\n');
  });

  it('arm with the exit delay, and refuse a mode that does not exist before they ask', async () => {
    await given(() => ({ body: { state: 'arming', bypassed: [], exit_delay_s: 30 } }));
    expect((await run(['arm', 'zone-1', 'night', '--force'])).out).toBe('zone-1 is armed in 30 s\n');
    expect(await run(['arm', 'zone-1', 'party'])).toMatchObject({ code: 2 });
    expect(asked()).toEqual([
      ['POST', '/api/v1/alarm/zones/zone-1/arm', { mode: 'night', force: true, skip_delay: false }],
    ]);
  });

  it('disarm with the PIN of the environment, which no argument can give', async () => {
    await given(() => ({ status: 204 }));
    expect((await run(['disarm', 'zone-1'], { CCU_GATEWAY_ALARM_PIN: '4711' })).out).toBe('zone-1 is disarmed\n');
    expect(await run(['disarm', 'zone-1', '--pin', '4711'])).toMatchObject({ code: 2 });
    expect(asked()).toEqual([['POST', '/api/v1/alarm/zones/zone-1/disarm', { code: '4711' }]]);
  });

  it('exit with 1 for a journal that was changed', async () => {
    await given(() => ({ body: { ok: false, entries: 3, first_bad_id: 4 } }));
    expect(await run(['verify'])).toMatchObject({ code: 1, out: 'the journal was changed at entry 4\n' });
  });

  it('list the journal, and test an output without sound', async () => {
    const entry = {
      id: 7,
      when: '2026-06-01T12:00:00.000Z',
      zone_id: 'zone-1',
      class: 'arm',
      event: 'armed',
      hash: 'x',
    };
    await given(({ method }) => (method === 'GET' ? { body: [entry] } : { status: 204 }));
    expect((await run(['journal', '--zone', 'zone-1'])).out).toBe('7\t2026-06-01T12:00:00.000Z\tzone-1\tarmed\t-\n');
    await run(['test', 'siren']);
    expect(asked()).toEqual([
      ['GET', '/api/v1/alarm/journal?limit=50&zone=zone-1', undefined],
      ['POST', '/api/v1/alarm/outputs/siren/test', { optical_only: true }],
    ]);
  });
});
