// The recipes of CONTRIBUTING.md for lists with a place in several files. A probe adds a member to the list in memory and compiles
// the files that name its members: a recipe names each of them, and each fails without the new member.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listPackages, readSources } from './packages.mjs';

/** A file counts as a place of a list when it names this share of the members. */
const SHARE = 3 / 4;

/**
 * `others`: files that name the members for another list. `checked`: places that compile without the new member, and the file that
 * fails instead, a test or a source.
 */
const PROBES = [
  {
    recipe: 'Add a custom data point',
    source: 'packages/contract/src/schemas/devices/custom-data-points.ts',
    list: /(?<=const category = wordOf\(\[)[^\]]*/,
    member: "'probe', ",
    others: { 'packages/device-model/src/schedule/schedule.ts': 'kinds of schedules, which a category need not have' },
  },
  {
    recipe: 'Add an MQTT layout',
    source: 'packages/contract/src/schemas/bridges/mqtt.ts',
    list: /(?<=export const mqttOtherLayouts = z\.object\(\{)[^}]*/,
    member: 'probe: alwaysSent(otherTree), ',
  },
  {
    recipe: 'Add a Matter device type',
    source: 'packages/matter-bridge/src/mapping/device-types.ts',
    list: /(?<=export const DEVICE_TYPES = \{)[^}]*/,
    member: 'Probe: [], ',
    checked: { 'packages/web-ui/src/pages/matter/type-texts.ts': 'scripts/structure/closed-lists.test.mjs' },
  },
  {
    recipe: 'Add a credential scheme',
    source: 'packages/auth-core/src/model/principal.ts',
    list: /(?<=export type Scheme = )[^;]*/,
    member: "'probe' | ",
    others: {
      'packages/auth-core/src/model/ports.ts': 'schemes of sessions and causes of locks, each a choice of its own',
    },
    checked: { 'packages/contract/src/schemas/access.ts': 'packages/server/src/rest/access/auth.ts' },
  },
];

/** Names in the text of a list: quoted words, else keys. */
export function membersIn(list) {
  const quoted = [...list.matchAll(/'([\w-]+)'/g)];
  const found = quoted.length > 0 && !/^\s*\w+:/m.test(list) ? quoted : [...list.matchAll(/^\s*(\w+):/gm)];
  return found.map(([, name]) => name);
}

/** The paths of files that a recipe names. */
export function pathsIn(recipe, text) {
  const from = text.indexOf(`\n### ${recipe}\n`);
  if (from < 0) throw new Error(`CONTRIBUTING.md has no recipe "${recipe}"`);
  const section = text.slice(from + 1).split(/\n(?=#{2,3} )/)[0];
  return [...section.matchAll(/`((?:packages|apps|scripts|docs)\/[\w./-]+\.\w+)`/g)].map(([, path]) => path);
}

/** What is wrong with a recipe, from its paths, the files that name its members, and those that fail with a member more. */
export function complaintsOf({ recipe, source, others = {}, checked = {} }, { named, places, failing }) {
  const elsewhere = places.filter((path) => path !== source && !(path in others));
  return [
    ...elsewhere
      .filter((path) => !named.includes(path))
      .map((path) => `CONTRIBUTING.md: "${recipe}" does not name ${path}, which names the members of the list`),
    ...Object.values(checked)
      .filter((path) => /\/src\/(?!.*\.test\.)/.test(path) && !failing.includes(path))
      .map((path) => `${path} compiles with a member more in ${source}, and nothing else reports its missing place`),
    ...elsewhere
      .filter((path) => named.includes(path) && !failing.includes(path) && !(path in checked))
      .map((path) => `${path} compiles with a member more in ${source}: give its table one entry for each member`),
  ];
}

/** Compiles files with texts in place of those on disk, and answers the files with faults. Files that are read stay for the next call. */
function createCompiler(root, project) {
  const { config } = ts.readConfigFile(join(root, project), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    join(root, project, '..'),
  );
  const host = ts.createCompilerHost(options);
  const read = new Map();
  return (paths, texts) => {
    const getSourceFile = (path, ...more) => {
      if (texts.has(path)) return ts.createSourceFile(path, texts.get(path), ...more);
      if (!read.has(path)) read.set(path, host.getSourceFile(path, ...more));
      return read.get(path);
    };
    const rootNames = paths.map((path) => join(root, path));
    const program = ts.createProgram({ rootNames, options, host: { ...host, getSourceFile } });
    return paths.filter((path) => {
      const file = program.getSourceFile(join(root, path));
      return program.getSyntacticDiagnostics(file).length > 0 || program.getSemanticDiagnostics(file).length > 0;
    });
  };
}

/** What is wrong with the recipes of a checkout, as lines. */
export function recipeComplaints(root) {
  const sources = listPackages(root).flatMap((folder) =>
    readSources(folder, root)
      .filter(({ file }) => !file.includes('generated/'))
      .map(({ file, text }) => ({ path: `${folder}/src/${file}`, text })),
  );
  const recipes = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const compile = createCompiler(root, 'tsconfig.json');
  const compileWeb = createCompiler(root, 'packages/web-ui/tsconfig.json');
  const isWeb = (path) => path.startsWith('packages/web-ui/');
  return PROBES.flatMap((probe) => {
    const source = sources.find(({ path }) => path === probe.source);
    const [list] = probe.list.exec(source?.text ?? '') ?? [];
    if (list === undefined) return [`scripts/structure/recipes.mjs finds no list in ${probe.source}`];
    const members = membersIn(list).map((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
    const places = sources
      .filter(({ text }) => members.filter((member) => member.test(text)).length >= members.length * SHARE)
      .map(({ path }) => path);
    const texts = new Map([[join(root, probe.source), source.text.replace(probe.list, `${probe.member}$&`)]]);
    const compiled = [...new Set([...places, ...Object.values(probe.checked ?? {})])].filter((path) =>
      path.includes('/src/'),
    );
    const failingWith = (changed) => [
      ...compile(
        compiled.filter((path) => !isWeb(path)),
        changed,
      ),
      ...compileWeb(compiled.filter(isWeb), changed),
    ];
    const before = failingWith(new Map());
    if (before.length > 0) return [`${before.join(', ')}: does not compile, so that no recipe can be checked`];
    const named = pathsIn(probe.recipe, recipes);
    const lost = [...named, ...Object.values(probe.checked ?? {})].filter((path) => !existsSync(join(root, path)));
    return [
      ...lost.map((path) => `"${probe.recipe}" names ${path}, which is not there`),
      ...complaintsOf(probe, { named, places, failing: failingWith(texts) }),
    ];
  });
}
