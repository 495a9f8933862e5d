import type { SharedStores } from '@ccu-gateway/storage';
import type { PlugIn } from './plug-in.js';

/** The words of optional packages. No other file of the command line names these packages. */
export const PLUG_INS: Readonly<Record<string, PlugIn>> = {
  fleet: {
    summary: 'Show the state of several gateways that work together',
    package: '@ccu-gateway/fleet',
    load: async () => (await import('@ccu-gateway/fleet/cli')).fleetWord,
  },
};

/** An example for each of their commands. */
export const PLUG_IN_EXAMPLES: Readonly<Record<string, string>> = {
  'fleet status': 'fleet status --url https://a.example,https://b.example',
};

interface OpenedAccounts extends SharedStores {
  /** For messages. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** Accounts of several gateways, in a database outside the data directory. */
export const SHARED_ACCOUNTS = {
  /** Variable of the gateway with their address. */
  variable: 'SERVICE_POSTGRES_URL',
  address: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  /** The obstacle of first-run setup while another gateway lets callers in. */
  setupObstacle: 'fleet_in_use',
  package: '@ccu-gateway/postgres',
  /** Loads the function that opens them. It throws a RangeError for a wrong address, and a StorageError. */
  load: async () => {
    const { openPostgres, placeOfUrl } = await import('@ccu-gateway/postgres');
    return (address: string): Promise<OpenedAccounts> =>
      openPostgres({ ...placeOfUrl(address), migrate: 'new-only', listen: false, poolSize: 2 });
  },
} as const;
