import { renderUsage, runCommand } from 'citty';
import { describe, expect, it } from 'vitest';
import { simulatorCommand } from './cli.js';
import { readOptions, UsageError } from './cli-options.js';

function run(rawArgs: readonly string[], stopped: Promise<void>) {
  const said: string[] = [];
  const complained: string[] = [];
  const codes: number[] = [];
  const command = simulatorCommand({
    say: (line) => said.push(line),
    complain: (line) => complained.push(line),
    stopped,
    exit: (code) => codes.push(code),
  });
  return { command, said, complained, codes, done: runCommand(command, { rawArgs: [...rawArgs] }) };
}

describe('the command', () => {
  it('starts a simulator, prints its addresses, and stops on a signal', async () => {
    const { said, codes, done } = run(['--rate', '0', '--interfaces', 'HmIP-RF'], Promise.resolve());
    await done;
    expect(said[0]).toBe('Haus Simulant: 51 devices on 127.0.0.1');
    expect(said.map((line) => line.trim().split(/\s+/)[0])).toEqual([
      'Haus',
      'HmIP-RF',
      'jsonRpc',
      'rega',
      'control',
      'faults:',
    ]);
    expect(codes).toEqual([]);
  });

  it('explains an unknown argument and ends with 2', async () => {
    const { complained, codes, done } = run(['--ports', 'Zigbee=1'], Promise.resolve());
    await done;
    expect(complained[0]).toMatch(/^--ports: unknown port "Zigbee"; known: HmIP-RF/);
    expect(codes).toEqual([2]);
  });

  it('ends with 1 when it cannot start', async () => {
    const { complained, codes, done } = run(['--data', '/nowhere'], Promise.resolve());
    await done;
    expect(complained[0]).toContain('/nowhere');
    expect(codes).toEqual([1]);
  });

  it('has help for every option', async () => {
    const usage = await renderUsage(run([], Promise.resolve()).command);
    for (const option of [
      'host',
      'data',
      'ports',
      'control-port',
      'seed',
      'rate',
      'interfaces',
      'user',
      'auth',
      'session-limit',
    ]) {
      expect(usage).toContain(`--${option}`);
    }
  });
});

describe('the options of the command', () => {
  it('are read from words', () => {
    expect(
      readOptions({
        ports: 'HmIP-RF=2010,jsonRpc=8080',
        'control-port': '9',
        seed: '4',
        rate: '5',
        user: 'A:b:2,C:d:8',
        'session-limit': '3',
      }),
    ).toMatchObject({
      ports: { 'HmIP-RF': 2010, jsonRpc: 8080, control: 9 },
      seed: 4,
      life: { eventsPerSecond: 5 },
      users: [
        { name: 'A', password: 'b', level: 2 },
        { name: 'C', password: 'd', level: 8 },
      ],
      sessionLimit: 3,
    });
    expect(readOptions({ rate: '0', ports: 'standard' })).toMatchObject({
      life: false,
      ports: { 'BidCos-RF': 2001, CUxD: 8701 },
    });
  });

  it.each([{ seed: 'x' }, { rate: '-1' }, { user: 'A:b:5' }, { interfaces: 'Zigbee' }, { ports: 'HmIP-RF' }])(
    'are refused when they make no sense: %j',
    (args) => {
      expect(() => readOptions(args)).toThrow(UsageError);
    },
  );
});
