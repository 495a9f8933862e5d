import { type Caller, type GatewayCore, roleOf, serviceCaller, type UseCaseName } from '@ccu-gateway/gateway-core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers, type Role } from '../src/cases/cases.js';
import { callTool } from '../src/session/call.js';
import type { McpDeps } from '../src/session/deps.js';
import type { Level } from '../src/tools/tool.js';
import { readTool } from '../src/tools/tool.js';
import { TOOLS } from '../src/tools/tools.js';

const device = {
  address: 'ABC',
  name: 'Lamp',
  central: 'home',
  model: 'X',
  available: true,
  availability: {},
  channels: [],
};
const thing = (name: string, operation: string, category: string) => ({
  ...{ name, category, channel_no: 1, state: {}, confirm: {}, translated_name: name },
  supported_operations: [operation],
});
const things = [
  thing('A', 'turn_on', 'light'),
  thing('B', 'set_temperature', 'climate'),
  thing('C', 'set_position', 'cover'),
  thing('D', 'lock', 'lock'),
];
const program = { id: '1', name: 'Evening', central: 'home', active: true };
const history = { series: [], devices: [], rooms: [] };

/** Answers of use cases as far as tools read them. */
const ANSWERS: Partial<Record<UseCaseName, unknown>> = {
  'devices.list': [device],
  'devices.view': { device, dataPoints: new Map(), customDataPoints: things },
  'devices.getValue': { operations: {}, value: 1, confirm: { reason: 'alarm' } },
  'customDataPoints.list': things,
  'areas.list': [],
  'groups.list': [],
  'problems.list': [],
  'programs.list': [program],
  'sysvars.list': [],
  'alarm.panels': [],
  'links.withProfiles': [],
  'links.linkable': [],
  'schedules.preview': { changes: [], corrections: [] },
  'history.read': history,
  'history.energy': history,
  'diagnostics.doctor': { findings: [] },
  'diagnostics.health': { components: [] },
};
const IMMEDIATE = new Set<string>([
  'devices.list',
  'devices.view',
  'devices.getValue',
  'customDataPoints.list',
  'groups.list',
  'problems.list',
]);
const AT_ONCE = new Set<string>([
  ...IMMEDIATE,
  'programs.list',
  'sysvars.list',
  'sysvars.get',
  'alarm.panels',
  'links.linkable',
  'diagnostics.health',
]);

/** A core that notes each use case that is called. */
function notingCore(called: UseCaseName[], linked: boolean): McpDeps['core'] {
  const as = () =>
    new Proxy(
      {},
      {
        get: (_families, family: string) =>
          new Proxy(
            {},
            {
              get: (_cases, key: string) => () => {
                const name = `${family}.${key}` as UseCaseName;
                called.push(name);
                const answer = name === 'links.profiles' ? { exists: linked } : (ANSWERS[name] ?? {});
                return AT_ONCE.has(name) ? answer : Promise.resolve(answer);
              },
            },
          ),
      },
    ) as ReturnType<GatewayCore['as']>;
  const events = { subscribe: () => ({ close: () => undefined }) } as unknown as GatewayCore['events'];
  return { as, events };
}

const silent = () => undefined;
const atOnce = (_ms: number, run: () => void) => {
  queueMicrotask(run);
  return silent;
};
const deps = (called: UseCaseName[], linked = true): McpDeps => ({
  core: notingCore(called, linked),
  log: { debug: silent, info: silent, warn: silent, error: silent },
  clock: { now: () => 0, after: atOnce },
  randomHex: (digits) => '0'.repeat(digits),
  version: '1.0.0',
});

/** Arguments with which each tool goes all the way. */
const ARGS: Readonly<Record<string, unknown>> = {
  device: 'ABC',
  channel: 1,
  parameter: 'STATE',
  value: 1,
  points: [{ channel: 1, parameter: 'STATE' }],
  temperature: 20,
  position: 50,
  on: true,
  operation: 'lock',
  program: '1',
  active: true,
  schedule: {},
  profile: 'P1',
  sender: 'ABC:1',
  receiver: 'ABC:2',
  profile_id: 1,
  role: 'sender',
  zone: 'z',
  mode: 'full',
  name: 'Name',
  rooms: ['Room'],
  id: '1',
  message_id: '1',
  query: 'lamp',
  kind: 'service',
};
const argsFor = (input: (typeof TOOLS)[number]['input'], more: object = {}) => ({
  ...Object.fromEntries(Object.entries(ARGS).filter(([key]) => key in input.shape)),
  ...more,
});

const callerOf = (role: Role): Caller => serviceCaller({ name: 'assistant', role });

it('reaches no use case above the role of its caller and none that changes below its setting, with any arguments [P01]', async () => {
  const roles = fc.constantFrom<Role>('viewer', 'operator', 'admin');
  const levels = fc.constantFrom<Level>('read', 'everyday', 'everything');
  const odd = fc.dictionary(fc.constantFrom(...Object.keys(ARGS), 'confirm', 'preview', '__proto__'), fc.anything());
  const property = fc.asyncProperty(
    fc.constantFrom(...TOOLS),
    roles,
    levels,
    fc.boolean(),
    fc.boolean(),
    fc.option(odd),
    async (tool, role, allow, locks, confirm, other) => {
      const called: UseCaseName[] = [];
      const args = argsFor(tool.input, { ...(tool.plan && { confirm }), ...other });
      await callTool(deps(called), { tool, args, caller: callerOf(role), allowance: { allow, locks } });
      for (const name of called) {
        expect(covers(role, roleOf(name)), `${tool.name} reached ${name} as ${role}`).toBe(true);
        expect(tool.uses).toContain(name);
      }
      if (allow === 'read' && tool.level !== 'read') expect(called).toEqual([]);
      if (allow !== 'everything' && tool.level === 'everything') expect(called).toEqual([]);
      const isChanged = (name: string) => ['customDataPoints.operate', 'alarm.disarm'].includes(name);
      if (!locks && (tool.name === 'operate_device' || tool.name === 'disarm_alarm'))
        expect(called.some(isChanged)).toBe(false);
    },
  );
  await fc.assert(property, { seed: 20_260_101, numRuns: 3_000 });
});

it('reaches every use case that a tool names, so that the property above is about all of them', async () => {
  for (const tool of TOOLS) {
    const called: UseCaseName[] = [];
    // A device by its address, and by words.
    for (const [linked, device] of [
      [true, 'ABC'],
      [false, 'the lamp'],
    ] as const) {
      const more = { ...('device' in tool.input.shape && { device }), ...(tool.plan && { confirm: true }) };
      const call = { tool, args: argsFor(tool.input, more), caller: callerOf('admin') };
      const result = await callTool(deps(called, linked), { ...call, allowance: { allow: 'everything', locks: true } });
      expect(result.isError, `${tool.name}: ${JSON.stringify(result.structuredContent)}`).not.toBe(true);
    }
    expect([...new Set(called)].sort(), tool.name).toEqual([...tool.uses].sort());
  }
});

it('derives the role of a tool from its use cases, and takes no use case that changes for a tool that reads', () => {
  for (const { uses, role } of TOOLS) for (const name of uses) expect(covers(role, roleOf(name))).toBe(true);
  const described = { name: 'x', title: 'X', description: 'X', input: {} };
  // @ts-expect-error a tool that reads cannot use a use case that changes
  readTool({ ...described, uses: ['devices.setValue'], run: () => ({}) });
  // @ts-expect-error a tool has the role of its use cases, and no other
  readTool({ ...described, uses: ['devices.list'], role: 'viewer', run: () => ({}) });
  // @ts-expect-error a tool calls only the use cases that it names
  readTool({ ...described, uses: ['devices.list'], run: (cases) => ({ zones: cases['alarm.panels']() }) });
});
