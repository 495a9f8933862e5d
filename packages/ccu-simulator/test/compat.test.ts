import { type CallbackServer, openCallbackServer } from '@ccu-gateway/ccu-client';
import {
  type CompatOptions,
  type CompatRun,
  checkCompatibility,
  countOutcomes,
  renderCompatReport,
} from '@ccu-gateway/ccu-client/compat';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../src/index.js';
import { startQuietSimulator } from '../src/testing/index.js';

const users = [
  { name: 'Admin', password: 'opensesame', level: 8 },
  { name: 'Visitor', password: 'opensesame', level: 1 },
] as const;

/** Methods that a run must never call at a CCU. */
const FORBIDDEN_CALLS =
  /^(?:setInstallMode|setInstallModeWithWhitelist|searchDevices|addDevice|deleteDevice|replaceDevice|restoreConfigToDevice|clearConfigCache|updateFirmware|installFirmware|setValue|putParamset|addLink|removeLink|setLinkInfo|activateLinkParamset|setMetadata|reportValueUsage)$/;
const READING_SCRIPTS =
  /^(?:syntax|commands|names|groups|values|recent_values|programs|variables|variable_usage|service_messages|alarm_messages|inbox|users|system_info|system_serial)$/;

const HOST = process.env.CCU_GATEWAY_CCU_HOST;

describe('a compatibility run', () => {
  let simulator: Simulator;
  let callbacks: CallbackServer;
  beforeEach(async () => {
    simulator = await startQuietSimulator({ users });
    callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  });
  afterEach(async () => {
    await callbacks.close();
    await simulator.close();
  });

  const run = (more: Partial<CompatOptions> = {}): Promise<CompatRun> =>
    checkCompatibility({
      host: '127.0.0.1',
      interfaces: simulator.interfaces.map((name) => ({ name, port: simulator.ports[name]! })),
      username: 'Admin',
      password: 'opensesame',
      jsonRpcPort: simulator.ports.jsonRpc!,
      regaPort: simulator.ports.rega!,
      callbacks,
      ...more,
    });
  const notOk = ({ results }: CompatRun) => results.filter(({ outcome }) => outcome !== 'ok');
  const about = ({ results }: CompatRun, check: string) => results.find((each) => each.check === check);

  it('finds nothing that differs at the simulated CCU', async () => {
    const found = await run();
    expect(notOk(found).filter(({ outcome }) => outcome !== 'skipped')).toEqual([]);
    expect(found).toMatchObject({ passed: true, login: 'accepted', wrote: false });
    expect(about(found, 'output of recent_values, BidCos-RF')).toMatchObject({ outcome: 'ok' });
    expect(new Set(found.results.map(({ group }) => group))).toEqual(
      new Set(['interfaces', 'rpc', 'json_rpc', 'scripts', 'encodings', 'callbacks', 'timing']),
    );
    expect(notOk(found).map(({ check, detail }) => `${check}: ${detail}`)).toEqual([
      'CUxD getParamset: no device to ask about',
      'CUxD: BIN-RPC has one encoding',
      'CUxD requests after init: it asks nothing',
    ]);
  });

  it('calls nothing that changes something, and takes session and registrations back', async () => {
    const before = JSON.stringify([simulator.house.rooms(), simulator.house.sysvars(), simulator.house.programs()]);
    await run();
    const { calls, scripts, jsonCalls } = simulator.received;
    expect(calls.filter(({ method }) => FORBIDDEN_CALLS.test(method))).toEqual([]);
    expect(scripts.filter((name) => !READING_SCRIPTS.test(name))).toEqual([]);
    const named = jsonCalls.map(({ method }) => method);
    expect(named.filter((method) => /\.(?:set|create|delete|execute|put|add|remove)/.test(method))).toEqual([]);
    expect(named.filter((method) => method === 'Session.login')).toHaveLength(1);
    expect(named.at(-1)).toBe('Session.logout');
    expect(simulator.registrations()).toEqual([]);
    expect(JSON.stringify([simulator.house.rooms(), simulator.house.sysvars(), simulator.house.programs()])).toBe(
      before,
    );
  });

  it('with writing allowed makes and removes things of its own only', async () => {
    const names = () => [
      ...simulator.house.rooms().map(({ name }) => name),
      ...simulator.house.functions().map(({ name }) => name),
      ...simulator.house.sysvars().map(({ name }) => name),
    ];
    const before = names();
    const found = await run({ write: true });
    const written = found.results.filter(({ group }) => group === 'write');
    expect(written.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(written.map(({ check }) => check)).toEqual([
      'text variable, create',
      'text variable, read back',
      'text variable, set',
      'text variable, change',
      'text variable, usage',
      'text variable, delete',
      'number variable, create',
      'SysVar.setFloat',
      'SysVar.deleteSysVarByName',
      'rooms, create',
      'rooms, rename',
      'rooms, delete',
      'functions, create',
      'functions, rename',
      'functions, delete',
    ]);
    expect(names()).toEqual(before);
    // The CCU's own deletion of a variable leaves its object behind, and with it its name.
    expect(simulator.received.jsonCalls.map(({ method }) => method)).toContain('SysVar.deleteSysVarByName');
    expect(simulator.house.unlistedSysvars()).toEqual([]);
    expect(simulator.received.calls.filter(({ method }) => FORBIDDEN_CALLS.test(method))).toEqual([]);
    expect(simulator.received.scripts).not.toContain('reboot');
  });

  it('removes its own things also when a step in between is refused', async () => {
    simulator.faults.refuseCalls(true, 'group_rename');
    const found = await run({ write: true });
    expect(about(found, 'rooms, rename')?.outcome).toBe('different');
    expect(about(found, 'rooms, delete')).toMatchObject({ outcome: 'ok', detail: 'gone' });
    expect(simulator.house.rooms().filter(({ name }) => name.startsWith('ccu-gateway-compat'))).toEqual([]);
  });

  it('reports the scripts that a logic layer does not understand', async () => {
    simulator.faults.mutilateScripts(true);
    const found = await run();
    expect(found.passed).toBe(false);
    expect(about(found, 'text of names')?.outcome).toBe('different');
    expect(about(found, 'output of names')).toMatchObject({ outcome: 'failed', detail: 'unreadable (truncated)' });
  });

  it('detects a callback address that the CCU cannot reach', async () => {
    simulator.faults.dropCallbacks(true);
    const found = await run({ timings: { pongTimeoutMs: 20 } });
    expect(about(found, 'HmIP-RF ping and PONG')).toMatchObject({
      outcome: 'failed',
      detail: 'answered, but no event came to this machine',
    });
  });

  it('judges nothing that the account may not do', async () => {
    const found = await run({ username: 'Visitor' });
    expect(about(found, 'CCU.getSerial')).toMatchObject({
      outcome: 'skipped',
      detail: "the account's level is too low",
    });
    expect(about(found, 'Room.getAll')?.outcome).toBe('ok');
    expect(notOk(found).filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'absent')).toEqual([]);
    expect(found.passed).toBe(true);
  });

  it('reports the refused login and continues with the checks that need none', async () => {
    const found = await run({ password: 'wrong' });
    expect(found).toMatchObject({ login: 'refused', passed: false });
    expect(about(found, 'HmIP-RF listDevices')?.outcome).toBe('ok');
  });

  it('takes an interface behind which nothing runs as absent', async () => {
    simulator.faults.deadBackend(true, 'VirtualDevices');
    const found = await run();
    expect(about(found, 'VirtualDevices')?.outcome).toBe('absent');
    expect(found.passed).toBe(true);
  });

  it('writes a report without names, addresses, serial numbers or secrets', async () => {
    const found = await run({ write: true });
    const report = renderCompatReport(found, { gateway: '1.0.0', node: 'v20.0.0' });
    const { house } = simulator;
    const devices = house.devices();
    const secrets = [
      ...devices.flatMap(({ description, name, channels }) => [
        description.ADDRESS,
        name,
        ...channels.flatMap((channel) => [channel.description.ADDRESS, channel.name]),
      ]),
      ...[...house.rooms(), ...house.functions(), ...house.programs(), ...house.sysvars()].map(({ name }) => name),
      ...simulator.received.jsonCalls.flatMap(({ method, params }) =>
        method === 'Session.login' ? [String(params.username)] : [],
      ),
      'opensesame',
      '127.0.0.1',
      ...Object.values(simulator.ports).map((port) => `:${port}`),
    ].filter((text) => text !== '');
    expect(secrets.length).toBeGreaterThan(300);
    for (const text of [report, JSON.stringify(found)]) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
    expect(report).toContain(`ok ${countOutcomes(found.results).ok}`);
  });
});

describe.skipIf(!HOST)(
  HOST ? 'a compatibility run against CCU_GATEWAY_CCU_HOST' : 'against a CCU: set CCU_GATEWAY_CCU_HOST to run it',
  () => {
    it('finds nothing that differs, read-only', { timeout: 600_000 }, async () => {
      const callbacks = await openCallbackServer({ host: '0.0.0.0', port: 0, binPort: 0 });
      try {
        const found = await checkCompatibility({
          host: HOST ?? '',
          interfaces: (['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices', 'CUxD'] as const).map((name) => ({
            name,
          })),
          username: process.env.CCU_GATEWAY_CCU_USERNAME,
          password: process.env.CCU_GATEWAY_CCU_PASSWORD,
          callbacks,
        });
        expect(found.results.filter(({ outcome }) => outcome === 'different' || outcome === 'failed')).toEqual([]);
      } finally {
        await callbacks.close();
      }
    });
  },
);
