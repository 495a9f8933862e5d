import { wsCommands } from '@ccu-gateway/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasContract } from '../../../packages/server/test/contract.js';
import { type CatalogueEntry, catalogue } from './conformance/catalogue.js';
import { type Calls, driveCommands } from './conformance/drive-commands.js';
import { commandLeftOut, reasonsOf } from './conformance/scope.js';
import { makeTrouble } from './conformance/trouble.js';
import { type Frame, openSocket, type Socket } from './socket.js';
import { startWorld, type World } from './world.js';

/** Commands that cannot succeed, and the code that says so. */
const REFUSED: Readonly<Record<string, string>> = {
  'firmware.update': 'not_implemented',
  // No device of this house measures anything on request.
  'paramset.determine': 'not_implemented',
  // Only wired interfaces can search.
  'install_mode.search': 'unsupported',
};

if (!hasContract) {
  describe.skip('conformance of commands: set CCU_GATEWAY_CONTRACT to the folder of contract-wsapi.json', () => {
    it('is not checked', () => undefined);
  });
} else {
  describe('the commands of the reference catalogue', { timeout: 600_000 }, () => {
    const entries = catalogue();
    const inScope = entries.filter(({ name }) => commandLeftOut(name) === undefined);
    const commands = inScope.filter(({ kind }) => kind !== 'broadcast');
    const ours = new Map(wsCommands.map((command) => [command.name, command]));
    const results = new Map<string, Frame>();
    let world: World;
    let socket: Socket;
    let calls: Calls;

    beforeAll(async () => {
      world = await startWorld({ simulator: { product: 'container' } });
      socket = await openSocket(world, 'admin');
      let last = 0;
      calls = async (command, args = {}) => {
        last += 1;
        const id = String(last);
        socket.send({ op: 'call', id, command, args });
        const frame = await socket.until((each) => each.op === 'result' && each.id === id);
        // A success says more than a refusal that came first or later.
        if (results.get(command)?.error !== undefined || !results.has(command)) results.set(command, frame);
        return frame.data;
      };
    });
    afterAll(async () => {
      socket.close();
      await world.close();
      const served = commands.filter(({ name }) => ours.has(name));
      const conforming = served.filter((entry) => faultOf(entry) === undefined).length;
      const lines = [
        `commands: served ${served.length} of ${commands.length}, conforming ${conforming} of ${served.length}`,
        ...reasonsOf(
          entries.map(({ name }) => name),
          commandLeftOut,
        ).map((line) => `left out, ${line}`),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
    });

    /** What is wrong with the answer to a command, in words. */
    function faultOf({ name, result = {} }: CatalogueEntry): string | undefined {
      const frame = results.get(name);
      if (frame === undefined) return `${name} was not called`;
      if (frame.error !== undefined) {
        return frame.error.code === REFUSED[name] ? undefined : `${name}: ${JSON.stringify(frame.error)}`;
      }
      if (REFUSED[name] !== undefined) return `${name} succeeded`;
      const wrong = Object.entries(result).filter(([member, type]) => !fits(frame.data?.[member], type));
      if (wrong.length === 0) return undefined;
      return `${name}: ${wrong.map(([member, type]) => `${member} is no ${type}`).join(', ')} ${JSON.stringify(frame.data)}`;
    }

    it('are all there, but for those left out with a reason', () => {
      expect(commands.filter(({ name }) => !ours.has(name)).map(({ name }) => name)).toEqual([]);
      expect(commands.length).toBeGreaterThan(90);
    });

    it('and so are its broadcasts', async () => {
      const listed: { commands: readonly { name: string; kind: string }[] } = await calls('system.commands');
      const there = new Set(listed.commands.filter(({ kind }) => kind === 'broadcast').map(({ name }) => name));
      const wanted = inScope.filter(({ kind }) => kind === 'broadcast').map(({ name }) => name);
      expect(wanted.filter((name) => !there.has(name))).toEqual([]);
    });

    it('take the arguments that the catalogue names', () => {
      const unknown = commands.flatMap(({ name, args = {} }) => {
        const known: Readonly<Record<string, unknown>> = ours.get(name)?.args?.shape ?? {};
        return Object.keys(args)
          .filter((arg) => !(arg in known) && !(name in REFUSED))
          .map((arg) => `${name} ${arg}`);
      });
      expect(unknown).toEqual([]);
    });

    it('answer an unauthorized caller with forbidden, and do nothing', async () => {
      const viewer = await openSocket(world, 'viewer');
      const guarded = commands.filter(({ name }) => ours.get(name)?.access !== 'viewer');
      world.simulator.received.clear();
      for (const { name } of guarded) viewer.send({ op: 'call', id: name, command: name, args: {} });
      for (const { name } of guarded) {
        const { error } = await viewer.until((frame) => frame.op === 'result' && frame.id === name);
        expect([name, error?.code]).toEqual([name, 'forbidden']);
      }
      viewer.close();
      expect(
        world.simulator.received.calls.filter(({ method }) => /^(set|put|add|remove|delete)/.test(method)),
      ).toEqual([]);
    });

    it('answer as in the catalogue', async () => {
      await makeTrouble(world);
      await driveCommands(calls);
      expect(commands.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
    });
  });
}

function fits(value: unknown, type: string): boolean {
  if (value === undefined) return type.endsWith('?');
  switch (type.replace('?', '')) {
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return typeof value === 'object' && value !== null;
    default:
      return type.startsWith(typeof value);
  }
}
