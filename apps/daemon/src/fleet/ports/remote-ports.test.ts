import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { describe, expect, it } from 'vitest';
import { answerPorts } from './answer-ports.js';
import { describeFailure } from './errors.js';
import { type CallPorts, locatedMethods } from './places.js';
import { remotePorts } from './remote-ports.js';

const METHODS: { readonly [Port in keyof CallPorts]: readonly (keyof CallPorts[Port] & string)[] } = {
  ccu: ['write'],
  interfaceControl: ['reconnect'],
  loopTester: ['loopTest'],
  paramsets: ['readParamset', 'describeParamset', 'determineParameter'],
  links: ['listLinks', 'addLink', 'changeLink', 'removeLink', 'testLink'],
  centralLinks: ['readCentralLinks', 'createCentralLink', 'removeCentralLink'],
  deviceControl: [
    ...(['labelDevice', 'labelChannel', 'deleteDevice', 'reload', 'refreshAll', 'restoreConfig', 'setTeam'] as const),
    ...(['updateFirmware', 'test'] as const),
  ],
  flags: ['saveFlags'],
  programs: ['executeProgram', 'setProgramActive', 'deleteProgram'],
  sysvars: ['setSysvar', 'createSysvar', 'changeSysvar', 'deleteSysvar', 'sysvarUsage', 'refreshSysvars'],
  messages: ['acknowledge', 'acknowledgeAll', 'suppress', 'suppressed'],
  groups: ['createGroup', 'renameGroup', 'removeGroup'],
  inbox: ['checkLabels', 'accept', 'release', 'label'],
  installMode: ['setInstallMode', 'searchDevices'],
  system: ['reboot', 'powerOff', 'safeMode', 'recoveryMode', 'setPosition', 'installUpdate', 'restart'],
  visibility: ['replace', 'list', 'candidateSteps'],
  diagnostics: ['reliability', 'signals', 'metrics'],
  icons: ['artwork'],
  radioBudgets: ['loads'],
  receivers: ['receivers', 'matrix', 'reception', 'receptionNow', 'move'],
  heatingGroups: ['list', 'types', 'suitable', 'save', 'remove'],
  editLocks: ['open', 'renew', 'release', 'holderOf', 'takeOver', 'otherHolder'],
};

type Behave = (port: string, method: string, args: readonly unknown[]) => Promise<unknown>;

/** Ports that do the work of a test, instead of something to a CCU. */
function portsOf(behave: Behave, more: Readonly<Record<string, readonly string[]>> = {}): CallPorts {
  const made: Record<string, Record<string, unknown>> = {};
  for (const [port, methods] of [...Object.entries(METHODS), ...Object.entries(more)]) {
    for (const method of methods) {
      made[port] = { ...made[port], [method]: (...args: readonly unknown[]) => behave(port, method, args) };
    }
  }
  // Tests call these methods, and nothing else is there.
  return made as unknown as CallPorts;
}

/** Arguments of a call about this CCU, in all shapes that the rule takes. */
const argsFor = (port: string, method: string, central: string): readonly unknown[] => {
  const at = { central, interfaceName: 'any', address: 'A1' };
  if (port === 'interfaceControl' || port === 'loopTester') return [`${central}-any`, {}];
  if (method === 'readCentralLinks') return [[at]];
  const named = ['links.listLinks', 'messages.acknowledge', 'messages.acknowledgeAll', 'installMode.searchDevices'];
  const byName = ['flags', 'programs', 'sysvars', 'groups', 'inbox', 'system', 'visibility', 'icons'].includes(port);
  const labels = ['labelDevice', 'labelChannel', 'refreshAll'].includes(method);
  return byName || labels || named.includes(`${port}.${method}`) ? [central, 'A1:1', {}] : [at, {}];
};

const flagged: unknown[] = [];
const interfaces = {
  interface: (id: string) => ({ ok: true, value: { central_id: id.split('-')[0] } }),
  setChannelFlags: (...args: readonly unknown[]) => flagged.push(args),
  // Only the members of the model that the rule needs.
} as unknown as Parameters<typeof answerPorts>[1];

/** A gateway that is connected with `home`, and one with `cabin` that asks it. */
function twoGateways(
  behave: Behave,
  options: { readonly mayAct?: () => boolean; readonly more?: Readonly<Record<string, readonly string[]>> } = {},
) {
  const wire = createMemoryWire();
  const done: string[] = [];
  const seen =
    (who: string): Behave =>
    async (port, method, args) => {
      done.push(`${who} ${port}.${method}`);
      return await behave(port, method, args);
    };
  const { mayAct = () => true, more } = options;
  const handlers = answerPorts(portsOf(seen('home'), more), interfaces, (central) => central === 'home' && mayAct());
  openCalls({ wire, id: 'home', handlers, describe: describeFailure });
  const calls = openCalls({ wire, id: 'cabin' });
  const ports = remotePorts(portsOf(seen('cabin'), more), interfaces, {
    isLocal: (central) => central === 'cabin',
    mayAct: (central) => central === 'cabin' && mayAct(),
    holderOf: () => undefined,
    centrals: () => ['cabin', 'home'],
    call: (central, method, args, how) => calls.call(central, method, args, how),
  });
  const call = async (port: string, method: string, args: readonly unknown[]) => {
    // By names.
    const all = ports as unknown as Record<string, Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
    return await all[port]?.[method]?.(...args);
  };
  return { ports, call, calls, done };
}

const rows = locatedMethods(portsOf(async () => undefined))
  .filter(({ asksMembers }) => !asksMembers)
  .map(({ port, method }) => [port, method] as const);
/** A change of flags changes the model too, and answers nothing. */
const answering = rows.filter(([port]) => port !== 'flags');

describe('the ports of a gateway of a fleet', () => {
  it.each(answering)('do %s.%s where the CCU is, with the same arguments and answer', async (port, method) => {
    const { call, done } = twoGateways(async (_, __, args) => ({ args, set: new Set(['x']) }));
    for (const central of ['home', 'cabin']) {
      const args = argsFor(port, method, central);
      expect(await call(port, method, args)).toEqual({ args, set: new Set(['x']) });
    }
    expect(done).toEqual([`home ${port}.${method}`, `cabin ${port}.${method}`]);
  });

  it('are asked for every CCU, besides those of the gateway itself', () => {
    const all = Object.entries(METHODS).flatMap(([port, methods]) => methods.map((method) => `${port}.${method}`));
    const located = new Set(locatedMethods(portsOf(async () => undefined)).map(({ name }) => name));
    const here = ['system.restart', 'visibility.list', 'visibility.candidateSteps'];
    expect(all.filter((name) => !located.has(name))).toEqual([...here, 'diagnostics.signals', 'diagnostics.metrics']);
  });

  it('carry out a method without a line of its own where the CCU is', async () => {
    const { call, done } = twoGateways(async () => undefined, { more: { programs: ['copyProgram'] } });
    await call('programs', 'copyProgram', ['home', '1']);
    await call('programs', 'copyProgram', ['cabin', '1']);
    expect(done).toEqual(['home programs.copyProgram', 'cabin programs.copyProgram']);
  });

  it('refuse what was refused there, in the same words, and tell nothing of what was no refusal', async () => {
    const refusal = new GatewayError('conflict', 'There is one', {
      reason: 'name_taken',
      retryAfterSeconds: 3,
      errors: [{ field: 'name', reason: 'taken' }],
      members: { name: 'x' },
      cause: new Error('canary'),
    });
    const refusing = twoGateways(() => Promise.reject(refusal));
    const got = await refusing.call('groups', 'createGroup', ['home', 'room', 'x']).catch((error: unknown) => error);
    expect(got).toBeInstanceOf(GatewayError);
    const { cause: _, ...told } = refusal.details;
    expect(got).toMatchObject({ code: 'conflict', message: 'There is one', details: told });
    expect(JSON.stringify(got)).not.toContain('canary');
    const broken = twoGateways(() => Promise.reject(new Error('canary')));
    const error = await broken.call('groups', 'createGroup', ['home', 'room', 'x']).catch((each: unknown) => each);
    expect(error).not.toBeInstanceOf(GatewayError);
    expect(String(error)).not.toContain('canary');
  });

  it('say that nobody is connected with the CCU, or that it may have been done', async () => {
    const { ports, done } = twoGateways(async () => undefined, { mayAct: () => false });
    await expect(ports.programs.executeProgram('home', '1', { checkConditions: false })).rejects.toMatchObject({
      code: 'service_unready',
      details: { reason: 'no_central' },
    });
    await expect(ports.system.reboot('nowhere')).rejects.toMatchObject({ details: { reason: 'no_central' } });
    expect(done).toEqual([]);
    const hanging = twoGateways(() => new Promise(() => {}));
    const begun = hanging.ports.system.reboot('home');
    await expect.poll(() => hanging.done).toEqual(['home system.reboot']);
    hanging.calls.close();
    await expect(begun).rejects.toMatchObject({
      code: 'upstream_unavailable',
      details: { reason: 'outcome_unknown' },
    });
    expect(hanging.done).toEqual(['home system.reboot']);
  });

  it('keep locks where the CCU is, and know none without one', async () => {
    let mayAct = true;
    const { ports, done } = twoGateways(async () => undefined, { mayAct: () => mayAct });
    await ports.editLocks.holderOf({ key: 'x', central: 'cabin' });
    const none = { code: 'service_unready', details: { reason: 'no_central' } };
    await expect(ports.editLocks.holderOf({ key: 'x' })).rejects.toMatchObject(none);
    mayAct = false;
    // Of a lease that has ended no lock is given.
    await expect(ports.editLocks.holderOf({ key: 'x', central: 'cabin' })).rejects.toMatchObject(none);
    expect(done).toEqual(['cabin editLocks.holderOf']);
  });

  it('say of a lock that was asked for in vain that it may be asked for again, and of a takeover that it may be done', async () => {
    const outcomes = [];
    for (const method of ['open', 'takeOver'] as const) {
      const hanging = twoGateways(() => new Promise(() => {}));
      const begun = hanging.call('editLocks', method, [
        { key: 'x', central: 'home' },
        { principal: 'a', subject: 'a' },
      ]);
      await expect.poll(() => hanging.done).toEqual([`home editLocks.${method}`]);
      hanging.calls.close();
      outcomes.push(await begun?.catch(({ code, details }) => [code, details.reason]));
    }
    expect(outcomes).toEqual([
      ['service_unready', 'no_central'],
      ['upstream_unavailable', 'outcome_unknown'],
    ]);
  });

  it('change the house of the gateway with the CCU with the flags that are kept there', async () => {
    flagged.length = 0;
    const { ports, done } = twoGateways(async () => undefined);
    await ports.flags.saveFlags('home', 'A1:3', { hidden: true, locked: false });
    expect(done).toEqual(['home flags.saveFlags']);
    expect(flagged).toEqual([
      [
        { central: 'home', address: 'A1', channel: 3 },
        { hidden: true, locked: false },
      ],
    ]);
  });

  it('end when their caller has given up', async () => {
    let given: AbortSignal | undefined;
    const { ports } = twoGateways(async (_, __, args) => {
      given = Reflect.get(Object(args[1]), 'signal');
      await new Promise((resolve) => given?.addEventListener('abort', resolve));
    });
    const giveUp = new AbortController();
    const write = { central: 'home' } as Parameters<CallPorts['ccu']['write']>[0];
    const writing = ports.ccu.write(write, { priority: 'default', signal: giveUp.signal });
    await expect.poll(() => given).toBeDefined();
    giveUp.abort();
    await expect(writing).rejects.toMatchObject({ details: { reason: 'outcome_unknown' } });
    await expect.poll(() => given?.aborted).toBe(true);
  });

  it('ask all gateways for what is about no CCU', async () => {
    const { ports, done } = twoGateways(async (_, method, [scope]) =>
      method === 'suppressed' ? [Reflect.get(Object(scope), 'central')] : undefined,
    );
    // Each is asked for its own: it is not connected with the others.
    expect(await ports.messages.suppressed({})).toEqual(['cabin', 'home']);
    await ports.deviceControl.refreshAll();
    expect(done.sort()).toEqual([
      'cabin deviceControl.refreshAll',
      'cabin messages.suppressed',
      'home deviceControl.refreshAll',
      'home messages.suppressed',
    ]);
    expect(await ports.messages.suppressed({ central: 'home' })).toEqual(['home']);
    await ports.deviceControl.refreshAll('cabin');
    expect(done.slice(4)).toEqual(['home messages.suppressed', 'cabin deviceControl.refreshAll']);
  });

  it('say how the links of all CCUs do that a gateway is connected with, and of one by its name or why not', async () => {
    let mayAct = true;
    const { ports } = twoGateways(
      async (_, method, [central]) => (method === 'reliability' ? [{ central }] : undefined),
      {
        mayAct: () => mayAct,
      },
    );
    const shown = async (...central: [string?]) => await ports.diagnostics.reliability(...central);
    expect(await shown()).toEqual([{ central: 'cabin' }, { central: 'home' }]);
    expect(await shown('home')).toEqual([{ central: 'home' }]);
    mayAct = false;
    expect(await shown()).toEqual([{ central: 'cabin' }]);
    await expect(shown('home')).rejects.toMatchObject({ code: 'service_unready', details: { reason: 'no_central' } });
  });

  it('do nothing for arguments that nobody would send', async () => {
    const { calls, done } = twoGateways(async () => undefined);
    for (const args of [undefined, null, 7, 'home', {}, [], [7], [null], [{ central: 7 }], [{ $set: 7 }]]) {
      for (const method of ['ccu.write', 'programs.deleteProgram', 'centralLinks.readCentralLinks', 'nothing.at_all']) {
        await expect(calls.call('home', method, args, { timeoutMs: 5_000 })).rejects.toThrow();
      }
    }
    expect(done).toEqual([]);
  });
});
