import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceDescription, InterfaceName, ParamsetDescription } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel } from '../src/index.js';
import { connectionState, NOON } from './house.js';

/** Descriptions of real device types, if the variable points to them. */
export const DATA = process.env.CCU_GATEWAY_CCU_DATA ?? '';
export const hasData = DATA !== '' && existsSync(join(DATA, 'index.json'));

export interface RealType {
  readonly model: string;
  readonly interfaceName: InterfaceName;
  readonly devices: readonly DeviceDescription[];
  readonly paramsets: Readonly<Record<string, Record<string, ParamsetDescription>>>;
}

const parse = (...path: readonly string[]) => JSON.parse(readFileSync(join(DATA, ...path), 'utf8'));

let read: readonly RealType[] | undefined;

/** Read once in a process. */
export function realTypes(): readonly RealType[] {
  read ??= readTypes();
  return read;
}

function readTypes(): readonly RealType[] {
  const index = parse('index.json') as { types: Record<string, { interface: InterfaceName }> };
  return readdirSync(join(DATA, 'device_descriptions'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const model = file.slice(0, -'.json'.length);
      return {
        model,
        interfaceName: index.types[model]?.interface ?? 'HmIP-RF',
        devices: parse('device_descriptions', file),
        paramsets: parse('paramset_descriptions', file),
      };
    });
}

export const INTERFACES: readonly InterfaceName[] = ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices'];

/** One CCU that has one device of every real type. */
export function realHouse(types: readonly RealType[] = realTypes()): HouseModel {
  const house = createHouseModel({ now: () => NOON });
  house.addCentral('ccu1', {
    host: '192.0.2.1',
    interfaces: INTERFACES.map(factsOf),
    serial: '3014F711A0001F0000000001',
  });
  for (const interfaceName of INTERFACES) {
    const own = types.filter((type) => type.interfaceName === interfaceName);
    house.apply({
      type: 'devices_described',
      central: 'ccu1',
      interfaceName,
      at: NOON,
      source: 'NEW',
      complete: true,
      devices: own.flatMap((type) => type.devices),
      paramsets: Object.assign({}, ...own.map((type) => type.paramsets)),
    });
    house.apply(connectionState('connected', { interfaceName }));
  }
  return house;
}
