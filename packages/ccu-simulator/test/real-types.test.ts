import { existsSync } from 'node:fs';
import { coerce, type InterfaceName, type ParameterDescription, type WireValue } from '@ccu-gateway/ccu-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundsOf, can, OPERATION, optionIndex, specialValues } from '../src/live/defaults.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const directory = process.env.CCU_GATEWAY_CCU_DATA ?? '';

/** Values a writable parameter must take, and values it must refuse. */
function samples(described: ParameterDescription): {
  readonly good: readonly WireValue[];
  readonly bad: readonly WireValue[];
} {
  const { minimum, maximum } = boundsOf(described);
  const limits = [minimum, maximum].filter(Number.isFinite);
  switch (described.TYPE) {
    case 'BOOL':
      return { good: [true, false, 1, 'false'], bad: ['maybe', 2] };
    case 'ACTION':
      return { good: [true], bad: [] };
    case 'ENUM': {
      const options = described.VALUE_LIST ?? [];
      return {
        good: [...options.keys(), ...options.filter(Boolean)],
        bad: options.length > 0 ? [options.length, -1, 'no such option'] : [],
      };
    }
    case 'INTEGER':
    case 'FLOAT': {
      const special = specialValues(described);
      const beyond = [minimum - 1000, maximum + 1000].filter(
        (value) => Number.isFinite(value) && !special.includes(value),
      );
      return { good: [...limits, ...special], bad: [...beyond, 'warm'] };
    }
    case 'STRING':
      return { good: ['Grüße'], bad: ['\u20ac', 5] };
    default:
      return { good: ['anything'], bad: [] };
  }
}

describe.skipIf(!existsSync(directory))(
  'all real device types (skipped without the directory that CCU_GATEWAY_CCU_DATA names)',
  () => {
    let world: ClientWorld;
    beforeAll(async () => {
      world = await startClientWorld({ simulator: { dataDir: directory } });
      await world.connected();
    });
    afterAll(() => world[Symbol.asyncDispose]());

    const channels = () =>
      world.simulator.house.devices().flatMap((device) =>
        device.channels.map(({ description }) => ({
          interfaceName: device.interfaceName,
          address: description.ADDRESS,
          values: world.simulator.house.descriptions(description.ADDRESS).VALUES ?? {},
        })),
      );

    it('appear in the client with every device, every channel and every described value', async () => {
      const described = new Map<string, number>();
      const known = new Set<string>();
      for (const event of world.events) {
        if (event.type !== 'devices_described') continue;
        for (const { ADDRESS } of event.devices) known.add(ADDRESS);
        for (const [address, sets] of Object.entries(event.paramsets))
          described.set(address, Object.keys(sets.VALUES ?? {}).length);
      }
      const devices = world.simulator.house.devices();
      const types = new Set(devices.map((device) => device.description.TYPE));
      const all = channels();
      expect(all.filter(({ address }) => !known.has(address))).toEqual([]);
      expect(all.filter(({ address, values }) => (described.get(address) ?? 0) !== Object.keys(values).length)).toEqual(
        [],
      );
      const points = all.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
      expect([types.size, devices.length, all.length, points]).toEqual([73, 73, 572, 2_555]);
    });

    it('show every value that was ever set', async () => {
      await world.agrees();
      expect(world.differences()).toEqual([]);
    });

    it('take MIN, MAX, SPECIAL and every option of each writable parameter, and nothing outside', () => {
      const wrong: string[] = [];
      let checked = 0;
      for (const { address, values } of channels()) {
        for (const [name, described] of Object.entries(values)) {
          if (!can(described, OPERATION.write)) continue;
          const { good, bad } = samples(described);
          checked += 1;
          for (const value of good) {
            const refused = attempt(() => coerce(name, described, value));
            if (refused) wrong.push(`${address} ${name} refuses ${JSON.stringify(value)}`);
          }
          for (const value of bad) {
            const refused = attempt(() => coerce(name, described, value));
            if (!refused) wrong.push(`${address} ${name} takes ${JSON.stringify(value)}`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(checked).toBeGreaterThan(500);
    });

    it('are written with types the CCU accepts, channel by channel', async () => {
      const refused: string[] = [];
      const writes = channels().map(async ({ interfaceName, address, values }) => {
        const wanted = Object.entries(values).filter(
          ([name, described]) => can(described, OPERATION.write) && !/COMBINED|SUBMIT/.test(name),
        );
        if (wanted.length === 0) return;
        const request = Object.fromEntries(wanted.map(([name, described]) => [name, initial(described)]));
        await world.ccu
          .write({
            interfaceName: interfaceName as InterfaceName,
            channelAddress: address,
            paramsetKey: 'VALUES',
            values: request,
            // The budget of the radio would spread others over half a minute.
            priority: 'critical',
          })
          .catch((error: Error) => refused.push(`${address}: ${error.message}`));
      });
      await Promise.all(writes);
      expect(refused).toEqual([]);
      expect(
        world.simulator.received.calls.filter(
          ({ method, faultCode }) => /^(set|put)/.test(method) && faultCode !== undefined,
        ),
      ).toEqual([]);
    });
  },
);

/** A value that is certainly allowed. */
function initial(described: ParameterDescription): WireValue {
  const { minimum } = boundsOf(described);
  switch (described.TYPE) {
    case 'BOOL':
    case 'ACTION':
      return true;
    case 'ENUM':
      return optionIndex(described, described.MIN) ?? 0;
    case 'INTEGER':
    case 'FLOAT':
      return Number.isFinite(minimum) ? minimum : 0;
    default:
      return '2026_11_21 08:00';
  }
}

function attempt(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}
