import { defineCommand } from 'citty';
import { readOptions, UsageError } from './cli-options.js';
import { startSimulator } from './simulator.js';
import type { Simulator } from './types.js';

/** Output of the command, and its signal to stop. */
export interface CliPorts {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly stopped: Promise<void>;
  readonly exit: (code: number) => void;
}

/** The stand-alone simulator. */
export function simulatorCommand({ say, complain, stopped, exit }: CliPorts) {
  return defineCommand({
    meta: { name: 'ccu-simulator', description: 'A Homematic CCU made of software, with faults on command' },
    args: {
      host: { type: 'string', description: 'address to listen on', valueHint: '127.0.0.1' },
      data: { type: 'string', description: 'play the devices described in this directory', valueHint: 'DIR' },
      ports: {
        type: 'string',
        description: '"standard", or NAME=PORT,…; free ports by default',
        valueHint: 'HmIP-RF=2010,jsonRpc=8080',
      },
      'control-port': { type: 'string', description: 'port for faults by HTTP', valueHint: 'PORT' },
      seed: { type: 'string', description: 'seed of everything that looks random', valueHint: '1' },
      rate: { type: 'string', description: 'events a second from daily life; 0 for silence', valueHint: '1' },
      interfaces: { type: 'string', description: 'which interfaces exist', valueHint: 'HmIP-RF,BidCos-RF' },
      user: { type: 'string', description: 'users of the CCU', valueHint: 'name:password:level,…' },
      auth: { type: 'boolean', description: 'RPC and script ports want Basic authentication' },
      'session-limit': { type: 'string', description: 'JSON-RPC sessions at once', valueHint: '10' },
    },
    async run({ args }) {
      try {
        const simulator = await startSimulator(readOptions(args));
        announce(simulator, say);
        await stopped;
        await simulator.close();
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error));
        exit(error instanceof UsageError ? 2 : 1);
      }
    },
  });
}

function announce({ host, ports, house }: Simulator, say: (line: string) => void): void {
  say(`${house.seededFrom.name}: ${house.devices().length} devices on ${host}`);
  for (const [name, port] of Object.entries(ports)) say(`  ${name.padEnd(16)} ${port}`);
  say(`  faults: curl -X POST http://${host}:${ports.control}/faults/restart`);
}
