import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import type { CentralConfig } from '../config/index.js';
import { createCentralsLook, isUnread } from './centrals-look.js';

// Only these members are looked at here.
const central = (name: string) => ({ name, enabled: true, host: 'a' }) as CentralConfig;

describe('a look at the CCUs that are kept', () => {
  it('adds none that a caller has added while it changed others', async () => {
    const done: string[] = [];
    const names = new Set(['home']);
    const look = createCentralsLook(
      {
        administration: { inForce: async () => ['home', 'attic', 'shed'].map(central) },
        directory: { load: () => {} },
        centrals: {
          names: () => [...names],
          add({ name }) {
            names.add(name);
            done.push(`add ${name}`);
          },
          async change({ name }) {
            names.add('attic');
            done.push(`change ${name}`);
          },
          remove: async () => {},
        },
      },
      createDrivenTime().environment,
      { error: () => {} },
    );
    await look.now();
    expect(done).toEqual(['change home', 'change attic', 'add shed']);
  });

  it('is taken again where the database was away or gave no answer, and not where what is kept is refused', () => {
    const isTaken = (code: ConstructorParameters<typeof GatewayError>[0], reason?: string) =>
      isUnread(new GatewayError(code, 'no', { ...(reason && { reason }) }));
    expect(isTaken('service_unready', 'storage_unavailable')).toBe(true);
    expect(isTaken('upstream_unavailable', OUTCOME_UNKNOWN)).toBe(true);
    expect(isTaken('upstream_unavailable')).toBe(false);
    expect(isTaken('validation')).toBe(false);
    expect(isUnread(new Error('no'))).toBe(false);
  });
});
