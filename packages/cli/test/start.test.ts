import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** Static imports of a file, without types and without an `import()`. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )([^;]*?)from '([^']+)'/gm)].flatMap(([, names = '', from]) => {
    const named = [...names.matchAll(/[{,]\s*(type )?\w+/g)];
    const isType = named.length > 0 && named.every(([, type]) => type !== undefined) && !/^\s*\w/.test(names);
    return from === undefined || isType ? [] : [from];
  });
}

/** The packages and modules of Node that are loaded with a file. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const from of importsOf(file)) {
    if (!from.startsWith('.')) {
      seen.add(from);
      continue;
    }
    const next = join(dirname(file), from.replace(/\.js$/, '.ts'));
    if (seen.has(next)) continue;
    seen.add(next);
    loadedWith(next, seen);
  }
  return seen;
}

const SLOW = ['yaml', 'ws', 'undici', '@ccu-gateway/auth-core', '@ccu-gateway/storage', 'node:tls', 'citty'];
const slowIn = (file: string) => SLOW.filter((name) => loadedWith(join(src, file)).has(name));
const inRegistry = [
  ...readFileSync(join(src, 'registry.ts'), 'utf8').matchAll(/import\('\.\/(commands\/[^']+)\.js'\)/g),
].map(([, path]) => `${path}.ts`);

describe('the start of the program', () => {
  it('loads no library for YAML, sockets, TLS, accounts or a database, and no command', () => {
    expect(slowIn('bin.ts')).toEqual([]);
    expect([...loadedWith(join(src, 'bin.ts'))].filter((name) => name.includes('/commands/'))).toEqual([]);
  });

  it('loads none of them for the help of a command either', () => {
    expect(new Set(inRegistry).size).toBeGreaterThan(25);
    for (const file of ['help.ts', ...new Set(inRegistry)]) expect([file, slowIn(file)]).toEqual([file, []]);
  });

  it('loads the version of the program from the program alone', () => {
    const packages = [...loadedWith(join(src, 'commands/gateway/version.ts'))].filter(
      (name) => !/^(node:|\/)/.test(name),
    );
    expect(packages).toEqual([]);
  });

  it('finds the imports of a file: the test would see a slow library', () => {
    expect([...loadedWith(join(src, 'data/data-dir.ts'))]).toContain('yaml');
    expect(readdirSync(join(src, 'commands')).length).toBeGreaterThan(5);
  });
});
