import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../lib/run.mjs';
import { checkRows } from './arrows.mjs';
import { interfaceNames } from './check.mjs';
import { findFragments, findImporters } from './figures.mjs';
import { countFleetNames, HOMES, judgeFleetNames, loweredCeilings } from './fleet-names.mjs';
import { checkFolderCycles, findFolderCycles } from './folder-cycles.mjs';
import { checkFolderSizes } from './folder-sizes.mjs';
import { checkInterfaceNames, EXCEPTIONS, FACTS, findInterfaceNames, readNames } from './interface-names.mjs';
import { checkFunctionLengths, findLongFunctions } from './long-functions.mjs';
import { listPackages, readSources } from './packages.mjs';
import { checkRouteRoles, findLiteralRoles, EXCEPTIONS as OTHER_ROLES } from './route-roles.mjs';
import { checkPatterns, findSlowPatterns } from './slow-patterns.mjs';
import { checkDocumentation, findUndocumented, readReference } from './undocumented.mjs';

const lines = (count) => Array.from({ length: count }, (_, index) => `  step(${index});\n`).join('');

describe('the sources to check', () => {
  it('are modules and components, without their tests', () => {
    const from = mkdtempSync(join(tmpdir(), 'sources-'));
    onTestFinished(() => rmSync(from, { recursive: true }));
    mkdirSync(join(from, 'x/src'), { recursive: true });
    for (const name of ['a.ts', 'b.tsx', 'a.test.ts', 'b.test.tsx', 'c.css'])
      writeFileSync(join(from, 'x/src', name), '');
    expect(readSources('x', from).map(({ file }) => file)).toEqual(['a.ts', 'b.tsx']);
  });
});

describe('the figures of the structure', () => {
  const files = [
    { path: 'packages/x/src/a.ts', text: "import { b } from './b.js';\nimport { C } from './room/c.js';\n" },
    { path: 'packages/x/src/b.ts', text: 'export const b = 1;\n' },
    { path: 'packages/x/src/d.ts', text: "export const load = () => import('./room/c.js');\n" },
    { path: 'packages/x/src/room/c.tsx', text: "export { b as C } from '../b.js';\n" },
    { path: 'packages/x/src/room/long.ts', text: '\n'.repeat(41) },
    { path: 'packages/x/src/room/e.ts', text: "import './long.js';\nimport type { F } from './f.js';\n" },
    { path: 'packages/x/src/room/f.ts', text: 'export type F = 1;\n' },
    { path: 'packages/x/src/room/g.ts', text: "// from './e.js'\nexport { C } from './c.tsx';\n" },
  ];

  it('know the importers of each file, also those that load it later', () => {
    const importers = findImporters(files);
    expect([...importers.get('packages/x/src/b.ts')]).toEqual(['packages/x/src/a.ts', 'packages/x/src/room/c.tsx']);
    expect([...importers.get('packages/x/src/room/c.tsx')]).toEqual([
      'packages/x/src/a.ts',
      'packages/x/src/d.ts',
      'packages/x/src/room/g.ts',
    ]);
    expect([...importers.get('packages/x/src/a.ts')]).toEqual([]);
  });

  it('count no import in a comment', () => {
    expect([...findImporters(files).get('packages/x/src/room/e.ts')]).toEqual([]);
  });

  it('count short files beside their only importer as fragments', () => {
    expect(findFragments(files)).toEqual(['packages/x/src/room/f.ts']);
  });
});

describe('the check of folder sizes', () => {
  const filesOf = (folder, count) =>
    Array.from({ length: count }, (_, index) => ({ path: `${folder}/f${index}.ts`, text: '' }));

  it('refuses a folder with more than 25 files, those in folders below it not counted', () => {
    const allowed = [...filesOf('packages/x/src', 25), ...filesOf('packages/x/src/room', 25)];
    expect(checkFolderSizes(allowed)).toEqual([]);
    expect(checkFolderSizes([...allowed, { path: 'packages/x/src/room/more.tsx', text: '' }])).toEqual([
      expect.stringMatching(/^packages\/x\/src\/room has 26 source files; .* move those of one subject/),
    ]);
  });
});

describe('the check of function lengths', () => {
  it('counts the lines of declarations, arrows and methods, from the first to the last', () => {
    const text = `export function whole() {\n${lines(4)}}\nconst arrow = () => {\n${lines(4)}};\nclass A { method() {\n${lines(4)}} }\n`;
    const found = findLongFunctions(text, { longest: 5 });
    expect(found).toEqual([
      { name: 'whole', lines: 6 },
      { name: 'arrow', lines: 6 },
      { name: 'method', lines: 6 },
    ]);
    expect(findLongFunctions(text, { longest: 6 })).toEqual([]);
  });

  it('refuses a long function, with a component as with another', () => {
    const text = `function c() {\n${lines(79)}}\n`;
    const component = `function C() {\n${lines(76)}  return <p title="{">don't</p>;\n}\nfunction d() {\n${lines(79)}}\n`;
    expect(checkFunctionLengths([{ path: 'packages/a/src/b.ts', text }])).toEqual([
      'packages/a/src/b.ts c has 81 lines; a function has at most 80',
    ]);
    expect(checkFunctionLengths([{ path: 'packages/a/src/b.tsx', text: component }])).toEqual([
      'packages/a/src/b.tsx d has 81 lines; a function has at most 80',
    ]);
  });
});

describe('the check of fleet names', () => {
  it('counts the names outside the folders of the fleet, also in paths, and nothing that is generated', () => {
    const text = 'const fleet = openJetStream(nats, "postgres"); // Fleet';
    const files = [
      { path: 'packages/a/src/b.ts', text },
      { path: 'packages/a/src/fleet.ts', text: '' },
      { path: 'packages/a/src/c.ts', text: 'const site = open();' },
      { path: 'packages/a/src/generated/types.ts', text },
      ...HOMES.map((home) => ({ path: `${home}/x.ts`, text })),
    ];
    expect(countFleetNames(files)).toEqual({ 'packages/a/src/b.ts': 5, 'packages/a/src/fleet.ts': 1 });
  });

  it('names a file above its ceiling and the remedy, and a new file has none', () => {
    const { worse, lower } = judgeFleetNames(
      { 'a.ts': 3, 'b.ts': 1, 'c.ts': 1 },
      { 'a.ts': 2, 'c.ts': 4, 'gone.ts': 1 },
    );
    expect(worse).toEqual([
      expect.stringMatching(/^a\.ts names the fleet 3 times, allowed 2: move the code to apps\/daemon\/src\/fleet/),
      expect.stringMatching(/^b\.ts names the fleet 1 times, allowed 0: /),
    ]);
    expect(lower).toEqual(['c.ts', 'gone.ts']);
  });

  it('only lowers ceilings', () => {
    const counts = { 'a.ts': 3, 'b.ts': 1, 'c.ts': 1 };
    expect(loweredCeilings(counts, { 'a.ts': 2, 'c.ts': 4, 'gone.ts': 1 })).toEqual({ 'a.ts': 2, 'c.ts': 1 });
  });
});

describe('the check of interface names', () => {
  const names = ['HmIP-RF', 'CUxD'];

  it('takes the names from the lists of the facts', () => {
    const facts =
      "export const INTERFACE_NAMES = ['A', 'B'] as const;\nexport const SERVER_NAMES = ['C'] as const;\nconst x = ['D'];";
    expect(readNames(facts)).toEqual(['A', 'B', 'C']);
  });

  it('finds texts, parts of texts, patterns and keys, and no comments', () => {
    const text = `// HmIP-RF
const a = name === 'HmIP-RF';
const b = \`\${central}-HmIP-RF\`;
const c = /^CUxD$/;
const d = { CUxD: 1 };
/** CUxD */ const e = \`\${x} of CUxD and \${y}\`;
`;
    expect(findInterfaceNames(text, names).map(({ line, name }) => `${line} ${name}`)).toEqual([
      '2 HmIP-RF',
      '3 HmIP-RF',
      '4 CUxD',
      '5 CUxD',
      '6 CUxD',
    ]);
  });

  it('refuses a name outside the facts and points to the file of the facts', () => {
    const text = "const a = name === 'CUxD';";
    expect(checkInterfaceNames([{ path: 'packages/a/src/b.ts', text }], names)).toEqual([
      expect.stringMatching(
        /^packages\/a\/src\/b\.ts:1 names CUxD: ask the facts .* InterfaceProfile in packages\/ccu-client/,
      ),
    ]);
    const allowed = [FACTS, ...Object.keys(EXCEPTIONS).map((beginning) => `${beginning}b.ts`)];
    expect(
      checkInterfaceNames(
        allowed.map((path) => ({ path, text })),
        names,
      ),
    ).toEqual([]);
  });

  it('finds nothing in the sources', () => {
    expect(interfaceNames()).toBe(0);
  });
});

describe('the arrows', () => {
  const drawing = '| package | may import |\n|---|---|\n| `a`, `b` | nothing |\n| `c` | `a`, `d` |\n';

  it('refuse a package that has no row in the rules, or none in the drawing', () => {
    expect(checkRows(['a', 'b', 'c'], ['a', 'b', 'c'], drawing)).toEqual([]);
    expect(checkRows(['a', 'c'], ['c'], drawing)).toEqual([
      expect.stringMatching(/^packages\/a may import everything: give it/),
    ]);
    expect(checkRows(['d'], ['d'], drawing)).toEqual([expect.stringMatching(/^packages\/d has no row under/)]);
  });

  it('refuse a row of a package that is gone', () => {
    expect(checkRows(['a'], ['a', 'gone'], drawing)).toEqual([expect.stringContaining('packages/gone')]);
  });
});

describe('the check of folder cycles', () => {
  const cyclic = [
    { file: 'a/one.ts', text: "import type { Two } from '../b/two.js';" },
    { file: 'b/two.ts', text: "import { three } from '../three.js';" },
    { file: 'three.ts', text: "export { one } from './a/one.js';" },
  ];

  it('finds a cycle over three folders, types and the root included', () => {
    expect(findFolderCycles(cyclic)).toEqual([
      ['three.ts imports a/one.ts', 'a/one.ts imports b/two.ts', 'b/two.ts imports three.ts'],
    ]);
  });

  it('follows components, which are imported by their file name', () => {
    const sources = [
      { file: 'a/one.tsx', text: "import { Two } from '../b/two.tsx';\nexport const One = () => <Two>don't</Two>;" },
      { file: 'b/two.tsx', text: "import { one } from '../a/facts.js';" },
    ];
    expect(findFolderCycles(sources)).toEqual([['a/one.tsx imports b/two.tsx', 'b/two.tsx imports a/facts.ts']]);
  });

  it('finds none where imports go one way', () => {
    expect(findFolderCycles(cyclic.slice(0, 2))).toEqual([]);
  });

  it('refuses a cycle and names its package', () => {
    expect(checkFolderCycles([{ folder: 'packages/x', sources: cyclic }])).toEqual([
      expect.stringMatching(/^packages\/x: three\.ts imports/),
    ]);
  });
});

describe('the check of the roles of routes', () => {
  const core = [
    {
      path: 'packages/gateway-core/src/families.ts',
      text: `import * as devices from './families/devices/devices.js';
export const FAMILIES = { devices: { list: reading('viewer', ({ house }, scope) => devices.listDevices(house, scope)) } };`,
    },
    {
      path: 'packages/gateway-core/src/families/hub/sysvars.ts',
      text: `export const setSysvar = useCase('operator', () => {});
export function listSysvars() {}
export const sysvarsUseCases = { list: reading('viewer', listSysvars), set: setSysvar };`,
    },
  ];
  const routesOf = (...routes) => ({
    path: 'packages/server/src/rest/hub/sysvars.ts',
    text: `import { listDevices, listSysvars, pageOf, setSysvar as write } from '@ccu-gateway/gateway-core/use-cases';
const change = (ports) => write(ports);
export const operations = [${routes.join(', ')}];`,
  });
  const foundIn = (...routes) =>
    findLiteralRoles([...core, routesOf(...routes)]).map(({ name, useCase }) => [name, useCase]);

  it('finds a literal role beside a use case, a reading, and a function of the file that runs one', () => {
    expect(
      foundIn(
        "{ operationId: 'a', access: 'viewer', handler: (_, ports) => write(ports) }",
        "{ operationId: 'b', access: 'viewer', handler: (_, ports) => listSysvars(ports) }",
        "{ name: 'c', access: 'admin', handler: (_, { house }) => listDevices(house) }",
        "{ operationId: 'd', access: 'operator', handler: async (_, ports) => change(ports) }",
      ),
    ).toEqual([
      ['a', 'write'],
      ['b', 'listSysvars'],
      ['c', 'listDevices'],
      ['d', 'write'],
    ]);
  });

  it('accepts the role of a use case, and a literal role where none is used', () => {
    expect(
      foundIn(
        "{ operationId: 'a', access: write.role, handler: (_, ports) => write(ports) }",
        "{ operationId: 'b', access: 'viewer', handler: (_, { house }) => pageOf(house) }",
      ),
    ).toEqual([]);
  });

  it('names the remedy, and an exception that is no more needed', () => {
    const [first, ...others] = checkRouteRoles([
      ...core,
      routesOf("{ operationId: 'a', access: 'viewer', handler: (_, ports) => write(ports) }"),
    ]);
    expect(first).toMatch(
      /^packages\/server\/src\/rest\/hub\/sysvars\.ts:3 a has a role .*: write access: write\.role/,
    );
    expect(others).toEqual(
      Object.keys(OTHER_ROLES).map((name) => expect.stringMatching(new RegExp(`^${name} needs no`))),
    );
  });
});

describe('the check of documentation', () => {
  it('finds exports without a comment and functions without an example', async () => {
    const folder = mkdtempSync(join(root, 'node_modules/.docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const entry = join(folder, 'entry.ts');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ files: ['entry.ts'] }));
    writeFileSync(
      entry,
      [
        'export interface Bare { readonly a: number }',
        '/** Told. */ export interface Told { readonly a: number }',
        '/** Told. */ export function without(): void {}',
        '/**\n * Told.\n * @example\n * withOne();\n */ export function withOne(): void {}',
        'export const bareValue = 1;',
      ].join('\n'),
    );
    const { project } = await readReference([entry], join(folder, 'tsconfig.json'));
    expect(
      findUndocumented(project)
        .map(({ complaint }) => complaint)
        .sort(),
    ).toEqual(['Bare has no doc comment', 'bareValue has no doc comment', 'without has no @example']);
  });

  it('refuses a gap and names its package', () => {
    expect(checkDocumentation(new Map([['packages/x', ['a has no doc comment']]]))).toEqual([
      'packages/x: a has no doc comment',
    ]);
  });
});

describe('the check of regular expressions', () => {
  it('finds patterns with work that grows faster than the text', () => {
    const slow = ['/ +$/', '/^ +| +$/g', '/(a+)+b/', '/\\d+\\.?\\d*x/', '/<[^>]*>/', '/^\\s*a\\s*[:=]?\\s*b/'];
    const text = slow.map((pattern) => `const found = ${pattern}.test(text);\n`).join('');
    expect(findSlowPatterns('a.ts', text)).toEqual(slow.map((pattern, index) => ({ line: index + 1, pattern })));
  });

  it('accepts patterns with work that grows with the text', () => {
    const linear = ['/(?<! ) +$/', '/^ +/', '/\\d+(\\.\\d*)?/', '/<[^<>]*>/', '/^[a-z]{1,32}$/'];
    expect(findSlowPatterns('a.tsx', linear.map((pattern) => `<p>{${pattern}.test(text)}</p>;\n`).join(''))).toEqual(
      [],
    );
  });

  it('finds none in any package', () => {
    const files = listPackages().flatMap((folder) =>
      readSources(folder).map(({ file, text }) => ({ path: `${folder}/src/${file}`, text })),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(checkPatterns(files)).toEqual([]);
  });
});
