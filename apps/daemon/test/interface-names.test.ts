import { INTERFACE_NAMES, interfacesWhere, SERVER_NAMES } from '@ccu-gateway/ccu-client/interfaces';
import { centralRow, installModeRequest } from '@ccu-gateway/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** The descriptions of a shape, by the name of the member. */
function descriptionsOf(schema: z.ZodType): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {};
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries('properties' in node ? (node.properties as object) : {})) {
      found[key] ??= (value as { description?: string }).description;
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  return found;
}

describe('the published contract', () => {
  it('lists the known interfaces and servers, and no others', () => {
    const own = descriptionsOf(z.object({ interfaces: centralRow.shape.interfaces })).name;
    expect(own).toBe(
      `${[...INTERFACE_NAMES, ...SERVER_NAMES].join(', ')}, or a name of your own for another XML-RPC server.`,
    );
  });

  it('names the interfaces that pair single devices as the facts do', () => {
    const { device_address: address = '', sgtin = '' } = descriptionsOf(installModeRequest);
    const namesIn = (text: string) => INTERFACE_NAMES.filter((name) => text.includes(name));
    expect(namesIn(address)).toEqual(interfacesWhere(({ installMode }) => installMode === 'serial'));
    expect(namesIn(sgtin)).toEqual(interfacesWhere(({ installMode }) => installMode === 'whitelist'));
  });
});
