import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectCcu,
  createMemoryDescriptionCache,
  openCallbackServer,
  type ParamsetDescription,
} from '@ccu-gateway/ccu-client';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { openStorage } from '@ccu-gateway/storage';
import { vi } from 'vitest';

type Descriptions = ReadonlyMap<string, ParamsetDescription>;

let made: Promise<string> | undefined;

/**
 * Copies into a new data directory what a gateway knows of the types in the invented house after its first start. To ask a CCU
 * for these 700 descriptions is most of what a world costs.
 */
export async function keepDescriptions(dataDir: string): Promise<void> {
  made ??= makeDataDir();
  cpSync(await made, dataDir, { recursive: true });
}

async function makeDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-descriptions-'));
  const storage = await openStorage({ dataDir });
  try {
    await storage.descriptions.saveParamsets(await readInventedHouse());
  } finally {
    storage.close();
  }
  return dataDir;
}

async function readInventedHouse(): Promise<Descriptions> {
  const user = { name: 'Reader', password: 'geheim', level: 8 } as const;
  const simulator = await startSimulator({ users: [user] });
  const callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  const found = new Map<string, ParamsetDescription>();
  const memory = createMemoryDescriptionCache();
  const ccu = connectCcu({
    name: 'home',
    host: simulator.host,
    interfaces: simulator.interfaces.map((name) => ({ name, port: simulator.ports[name]! })),
    username: user.name,
    password: user.password,
    jsonRpcPort: simulator.ports.jsonRpc,
    regaPort: simulator.ports.rega,
    instance: 'test',
    callbacks,
    timings: { warmUpMs: 0, descriptionGapMs: 0, retryMinMs: 50, retryMaxMs: 200 },
    descriptionCache: {
      ...memory,
      async saveParamsets(entries) {
        for (const [key, description] of entries) found.set(key, description);
        await memory.saveParamsets(entries);
      },
    },
  });
  try {
    await vi.waitFor(
      () => {
        if (!ccu.status().every(({ connected }) => connected)) throw new Error('not connected yet');
      },
      { timeout: 50_000, interval: 20 },
    );
    return found;
  } finally {
    await ccu.close();
    await callbacks.close();
    await simulator.close();
  }
}
