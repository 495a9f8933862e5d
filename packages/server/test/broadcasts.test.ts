import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel, type ModelEvent } from '@ccu-gateway/device-model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { broadcasts } from '../src/ws/catalogue/broadcasts.js';
import { hasContract } from './contract.js';
import { SWITCH, smallHouse, valueEvent } from './house.js';

type CcuEvent = Parameters<HouseModel['apply']>[0];

/** `device.{address}.lifecycle` as a pattern: each placeholder matches anything. */
function patternOf(topic: string): RegExp {
  const escaped = topic.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '.+')}$`);
}

function happenings(): readonly ModelEvent[] {
  const at = Date.UTC(2026, 0, 1, 12, 1);
  const on = { central: 'ccu1', interfaceName: 'HmIP-RF', at } as const;
  const link = (state: 'connected' | 'disconnected', previous: 'connected' | 'disconnected'): CcuEvent => ({
    ...on,
    type: 'link_state',
    previous,
    status: {
      central: 'ccu1',
      interfaceName: 'HmIP-RF',
      state,
      connected: state === 'connected',
      pingMs: 4,
      note: 'why',
    },
  });
  const house = smallHouse();
  const fresh = createHouseModel();
  return [
    ...fresh.addCentral('ccu1', { host: 'x', interfaces: [factsOf('HmIP-RF')] }),
    ...house.apply(valueEvent(`${SWITCH}:1`, 'STATE', false)),
    ...house.apply(valueEvent(`${SWITCH}:1`, 'LEVEL', 0.75)),
    ...house.apply(valueEvent(`${SWITCH}:1`, 'TEMPERATURE', 21.5)),
    ...house.apply(valueEvent(`${SWITCH}:0`, 'UNREACH', true)),
    ...house.apply({
      ...on,
      type: 'write_rolled_back',
      channelAddress: `${SWITCH}:1`,
      parameter: 'LEVEL',
      paramsetKey: 'VALUES',
      reason: 'timeout',
      sent: 1,
    }),
    ...house.apply(link('disconnected', 'connected')),
    ...house.apply(link('connected', 'disconnected')),
    ...house.apply({
      type: 'names_loaded',
      central: 'ccu1',
      at,
      names: [{ address: SWITCH, name: 'Neu' }],
      rooms: [],
      functions: [],
    }),
    ...house.apply({ ...on, type: 'devices_removed', addresses: [SWITCH] }),
    ...house.removeCentral('ccu1'),
  ];
}

describe('an event of the installation', () => {
  const events = happenings();

  it('is of many kinds', () => {
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThanOrEqual(7);
  });

  it('is published as the catalogue describes it: name, topic and body', () => {
    for (const { type, topic, payload } of events) {
      const broadcast = broadcasts.find(({ name }) => name === type);
      expect(broadcast, type).toBeDefined();
      expect(topic).toMatch(patternOf(broadcast!.topic));
      const read = broadcast!.payload.safeParse(JSON.parse(JSON.stringify(payload)));
      expect(read.error?.issues ?? [], `${type} ${JSON.stringify(payload)}`).toEqual([]);
    }
  });

  it.skipIf(!hasContract)('has the bodies of the reference contract, where CCU_GATEWAY_CONTRACT is set', () => {
    const folder = process.env.CCU_GATEWAY_CONTRACT!;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(parse(readFileSync(join(folder, 'contract-openapi.yaml'), 'utf8')) as object, 'contract');
    const { commands } = JSON.parse(readFileSync(join(folder, 'contract-wsapi.json'), 'utf8')) as {
      readonly commands: readonly { readonly name: string; readonly topic?: string; readonly payload?: string }[];
    };
    const compared = new Set<string>();
    for (const { type, payload } of events) {
      const declared = commands.find(({ name }) => name === type);
      if (declared?.payload === undefined) continue;
      compared.add(type);
      expect(broadcasts.find(({ name }) => name === type)?.topic).toBe(declared.topic);
      const check = ajv.getSchema(`contract#/components/schemas/${declared.payload}`)!;
      check(JSON.parse(JSON.stringify(payload)));
      expect(check.errors ?? [], `${type} ${JSON.stringify(payload)}`).toEqual([]);
    }
    expect(compared.size).toBeGreaterThan(4);
  });

  it('contains no member that the catalogue lacks', () => {
    for (const { type, payload } of events) {
      const known = Object.keys(broadcasts.find(({ name }) => name === type)!.payload.shape);
      expect(
        Object.keys(JSON.parse(JSON.stringify(payload)) as object).filter((member) => !known.includes(member)),
        type,
      ).toEqual([]);
    }
  });
});
