import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hasData } from '../../../test/real-devices.js';
import { realPairs } from '../../../test/real-pairs.js';
import { FACTORY, type Profile, profilesOf } from './profiles.js';

/** Git directory of the repository eq-3/occu: the definitions of the CCU's own web interface. */
const OCCU = process.env.CCU_GATEWAY_OCCU ?? '';

const FOLDER = 'WebUI/www/config/easymodes';

/** Values that one of the CCU's profiles allows, by parameter. */
type Allowed = ReadonlyMap<string, ReadonlySet<number>>;

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['--git-dir', OCCU, ...args], { encoding: 'latin1', maxBuffer: 2 ** 26 });

function readDefinitions(text: string): readonly Allowed[] {
  const words = new Map<string, string>();
  const profiles = new Map<string, Map<string, ReadonlySet<number>>>();
  for (const line of text.split(/\r?\n/)) {
    const [, word, number] = /^\s*set (\w+)\s+(\d+)\s*$/.exec(line) ?? [];
    if (word !== undefined && number !== undefined) words.set(word, number);
    const [, profile, parameter = '', values = ''] = /^\s*set PROFILE_(\d+)\((\w+)\)\s+(.+)$/.exec(line) ?? [];
    if (profile === undefined || profile === '0') continue;
    const plain = values.replace(/\$(\w+)/g, (_, name: string) => words.get(name) ?? '').replace(/subst|[[\]{}]/g, ' ');
    const allowed = new Set(plain.split(/\s+/).filter(Boolean).map(Number));
    profiles.set(profile, (profiles.get(profile) ?? new Map()).set(parameter, allowed));
  }
  return [...profiles.values()];
}

/** Kinds that the web interface of the CCU does not have. */
const OWN: ReadonlySet<string> = new Set(['dim_up', 'dim_down', 'arm_when', 'door_stop', 'shift_temperature']);

/** Parameters that make a profile what it is. */
const ESSENTIAL = /^SHORT_(JT_|PROFILE_ACTION_TYPE|ACTION_TYPE|CONTROL_)/;

function isConfirmed({ recipe }: Profile, definitions: readonly Allowed[]): boolean {
  const essential = Object.entries(recipe.fixed).filter(([name]) => ESSENTIAL.test(name));
  return definitions.some((allowed) =>
    essential.every(([name, value]) => allowed.get(name)?.has(Number(value)) ?? true),
  );
}

describe.skipIf(OCCU === '' || !hasData)('the CCU (CCU_GATEWAY_OCCU, CCU_GATEWAY_CCU_DATA)', () => {
  it('has the jumps of the usual profiles in its own definitions', () => {
    const files = new Set(git('ls-tree', '-r', '--name-only', 'HEAD', FOLDER).split('\n'));
    const tally = new Map<string, { confirmed: number; all: number }>();
    // The CCU has definitions of its own for wired devices, under other names.
    const pairs = realPairs().filter(({ name }) => !name.startsWith('BidCos-Wired'));
    for (const pair of new Map(pairs.map((each) => [`${each.receiverType}/${each.senderType}`, each])).values()) {
      const file = `${FOLDER}/${pair.receiverType}/${pair.senderType}.tcl`;
      if (!files.has(file)) continue;
      const definitions = readDefinitions(git('show', `HEAD:${file}`));
      if (definitions.length === 0) continue;
      for (const profile of profilesOf(pair).filter(({ id }) => id !== FACTORY)) {
        const counted = tally.get(profile.key) ?? { confirmed: 0, all: 0 };
        const isSame = isConfirmed(profile, definitions);
        tally.set(profile.key, { confirmed: counted.confirmed + Number(isSame), all: counted.all + 1 });
      }
    }
    const unconfirmed = [...tally].filter(([, { confirmed }]) => confirmed === 0).map(([key]) => key);
    const figures = [...tally].map(([key, { confirmed, all }]) => `${key} ${confirmed}/${all}`);
    console.info(`confirmed by the CCU: ${figures.join(', ')}`);
    expect(unconfirmed.filter((key) => !OWN.has(key))).toEqual([]);
    expect(tally.size).toBeGreaterThan(30);
  });
});
