import truncatedWidth from 'fast-string-truncated-width';
import { describe, expect, it } from 'vitest';
import { cli } from '../test/fixture.js';
import { commandTree, WORDS } from './registry.js';
import { commonArgs } from './terminal/args.js';
import { everyCommand } from './terminal/tree.js';

const widest = (text: string) => Math.max(...text.split('\n').map((line) => truncatedWidth(line).width));
const lines = (text: string) => text.trimEnd().split('\n');
const tree = () => commandTree({} as Parameters<typeof commandTree>[0]);

describe('the help', () => {
  it('of the program fits a terminal of 80 columns and 24 lines, with the prompt below it', async () => {
    const { code, out, err } = await cli(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect(widest(out)).toBeLessThanOrEqual(80);
    expect(lines(out).length).toBeLessThanOrEqual(23);
    expect((await cli(['help'])).out).toBe(out);
  });

  it('of the program names each command once, the everyday ones with their summaries first', async () => {
    const { out } = await cli(['--help']);
    const everyday = [...out.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, word]) => word);
    expect(everyday).toEqual(
      expect.arrayContaining([
        'run',
        'demo',
        'status',
        'doctor',
        'devices',
        'events',
        'token',
        'user',
        'backup',
        'config',
      ]),
    );
    expect(everyday).toHaveLength(10);
    const order = ['EVERYDAY', 'SETUP', 'EXPERT', 'DEVELOPERS'].map((title) => out.indexOf(title));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    const developers = /DEVELOPERS +(.*)/.exec(out)?.[1];
    expect(developers).toBe('dev, bench, compat');
    const listed = out.slice(out.indexOf('SETUP'), out.indexOf('OPTIONS ')).match(/[a-z][a-z-]*/g) ?? [];
    const shown = Object.entries(WORDS).flatMap(([word, { room }]) => (room === undefined ? [] : [word]));
    expect([...everyday, ...listed].toSorted()).toEqual(shown.toSorted());
  });

  it('of everything has each command, each option of all and each exit code', async () => {
    const { out } = await cli(['help', '--all']);
    expect(widest(out)).toBeLessThanOrEqual(80);
    for (const [word, { room, summary }] of Object.entries(WORDS)) {
      if (room === undefined) expect(out).not.toContain(`  ${word} `);
      else expect(out.replace(/\n +/g, ' ')).toContain(`${word} `);
      expect(summary.length).toBeLessThanOrEqual(76);
    }
    for (const option of ['--json', '--token-stdin', '--fingerprint SHA256', '-y, --yes'])
      expect(out).toContain(option);
    expect((await cli(['--help', '--all'])).out).toBe(out);
  });

  it('of each command has its own options first and the global ones on one line, in 80 columns', async () => {
    for (const { path, args } of await everyCommand(tree())) {
      const words = path.join(' ');
      if (['run', 'demo', 'compat', 'secret rotate'].includes(words)) continue;
      const { out } = await cli([...path, '--help']);
      const help = out.slice(0, out.indexOf('EXAMPLES'));
      expect([words, widest(help)]).toEqual([words, expect.toSatisfy((width: number) => width <= 80)]);
      expect([words, help.match(/^GLOBAL .*--json.*$/gm)?.length]).toEqual([words, 1]);
      const own = help.slice(0, help.indexOf('GLOBAL'));
      for (const [name, def] of Object.entries(args)) {
        if (Object.hasOwn(commonArgs, name)) expect(own).not.toMatch(new RegExp(`^ +(-., )?--${name} `, 'm'));
        else if (def.type === 'positional') expect(own).toContain(`  ${name.toUpperCase()}`);
      }
    }
  });

  it('of a group lists its commands, and is shown with an error where one is missing', async () => {
    const { out } = await cli(['token', '--help']);
    for (const word of ['mint', 'list', 'show', 'revoke', 'rotate'])
      expect(out).toMatch(new RegExp(`^ {2}${word} +\\S`, 'm'));
    const missing = await cli(['token']);
    expect([missing.code, missing.out]).toEqual([2, '']);
    expect(missing.err).toContain('COMMANDS\n  mint');
  });

  it('has no colours in a pipe, and headings in bold on a terminal', async () => {
    expect((await cli(['--help'])).out).not.toContain('\u001b');
    expect((await cli(['--help'], { tty: true })).out).toContain('\u001b[1mEVERYDAY\u001b[22m');
  });
});

describe('a word that nothing has', () => {
  it.each([
    [['stauts'], 'unknown command "stauts"; did you mean "status"?'],
    [['device', 'list'], 'unknown command "device"; did you mean "devices"?'],
    [['devices', 'lst'], 'unknown command "devices lst"; did you mean "list"?'],
    [['sysv'], 'unknown command "sysv"; did you mean "sysvars"?'],
    [['devices', 'list', '--roon', 'Bad'], 'unknown option "--roon"; did you mean "--room"?'],
    [['devices', 'list', '--jsno'], 'unknown option "--jsno"; did you mean "--json"?'],
    [['devices', 'list', '--fields', 'adress'], 'there is no field "adress"; did you mean "address"?'],
    [['logs', '--level', 'wran'], 'option "--level" does not take "wran"; did you mean "warn"?'],
    [['completion', 'bsh'], 'there is no completion for "bsh"; did you mean "bash"?'],
    [['token', 'mint', 'x', '--role', 'oprator'], 'did you mean "operator"?'],
    [['user', 'add', 'x', '--role', 'admn'], 'did you mean "admin"?'],
    [
      ['events', 'tail', '--for', '10m', '--exit-on-gp'],
      'unknown option "--exit-on-gp"; did you mean "--exit-on-gap"?',
    ],
  ])('%j names the one that was probably meant', async (argv, message) => {
    const ran = await cli(argv, { env: { HOME: '/nonexistent' } });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(message);
    expect(ran.err).toMatch(/\nfix: /);
  });
});
