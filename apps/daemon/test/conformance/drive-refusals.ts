import type { Driver } from './driver.js';

/** Values that name nothing, each of a form that its place accepts. */
const NOTHING: Readonly<Record<string, string | number>> = {
  no: 99,
  key: 'MASTER',
  id: '4711',
  central: 'none',
  fingerprint: '0'.repeat(64),
};

/** What every operation answers to somebody unknown, to a viewer, to an address of nothing and to a wrong body. */
export async function driveRefusals({ ask }: Driver, operations: readonly string[]): Promise<void> {
  for (const operation of operations) {
    const names = [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const params = Object.fromEntries(names.map((name) => [name, NOTHING[name] ?? 'NOTHING']));
    const writes = !operation.startsWith('GET');
    await ask(operation, { params, as: 'stranger', ...(writes ? { body: {} } : {}) });
    if (writes) {
      await ask(operation, { params, as: 'viewer', body: {} });
      await ask(operation, { params, as: 'operator', body: ['wrong'] });
    }
    if (names.length > 0) await ask(operation, { params });
  }
}
