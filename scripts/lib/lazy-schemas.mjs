// Plugins of builds that keep zod small: one copy of it for all packages, and schemas that are made when they are first read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));
const SHARED = '@ccu-gateway/contract/zod';
/** Their modules declare schemas of the API, most of which a gateway never reads; and the module of `lazily`, as they name it. */
const FOLDERS = [
  { folder: join(packages, 'contract/src/schemas/'), helper: join(packages, 'contract/src/zod/lazily.js') },
  { folder: join(packages, 'server/src/'), helper: SHARED },
];
/** Methods that only schemas have, and that return one. */
const METHODS = new Set(
  'catchall describe extend loose meta nullable nullish omit optional partial pick refine safeExtend strict superRefine'.split(
    ' ',
  ),
);
/** Members of `z` that are no schemas, and `json`, which holds itself: the document of another one would have one level more. */
const OTHERS = new Set(['core', 'globalRegistry', 'json', 'toJSONSchema']);

/** The innermost object of a chain of calls and members, and the member of it that is read first. */
function rootOf(node) {
  let member;
  for (let at = node; ; ) {
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression') {
      member = at.property.name;
      at = at.object;
    } else return { name: at.type === 'Identifier' ? at.name : undefined, member };
  }
}

function isSchema(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { name, member } = rootOf(node);
  return name === 'z' ? !OTHERS.has(member) : METHODS.has(node.callee.property.name);
}

/** A function that is called once, while its module loads: it makes the twins of an operation. */
const isOfTwins = ({ type, key, value }) => type === 'Property' && key.name === 'ws' && /Function/.test(value.type);

/** The outermost schemas that a module makes while it loads, from its start to its end. */
function schemasIn(node, found) {
  if (/Function|^Class/.test(node.type)) return found;
  if (isOfTwins(node)) return schemasIn(node.value.body, found);
  if (isSchema(node)) {
    found.push(node);
    return found;
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') schemasIn(child, found);
    }
  }
  return found;
}

/** The text of a module with `lazily` around its schemas; all stays in its line. `helper` names the module of `lazily`. */
export function withLazySchemas(path, text, helper) {
  const { program } = parseSync(path, text);
  const found = schemasIn(program, []);
  if (found.length === 0) return text;
  let made = `import { lazily as lazySchema } from '${helper}';`;
  let end = 0;
  for (const schema of found) {
    made += `${text.slice(end, schema.start)}/* @__PURE__ */ lazySchema(() => ${text.slice(schema.start, schema.end)})`;
    end = schema.end;
  }
  return made + text.slice(end);
}

const IMPORTS_ZOD = /^import \{ .*\bz\b.* \} from 'zod';$/m;

/** The text of a module in which the schemas are made lazily; undefined for a module that stays as it is. */
function changed(path, text) {
  const helper = FOLDERS.find(({ folder }) => path.startsWith(folder))?.helper;
  return helper === undefined || !IMPORTS_ZOD.test(text) ? undefined : withLazySchemas(path, text, helper);
}

/** As a plugin of esbuild. */
export const lazySchemas = {
  name: 'lazy-schemas',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = changed(path, readFileSync(path, 'utf8'));
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
};

/** As a plugin of Vite: tests read the schemas that the build makes. */
export const lazySchemasOfTests = {
  name: 'lazy-schemas',
  enforce: 'pre',
  transform: (text, path) => changed(path, text),
};

/** As a plugin of esbuild for packages beside `contract`: what they import of zod is the copy in `contract`. */
export const zodOfContract = {
  name: 'zod-of-contract',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path: SHARED, external: true }));
  },
};

/** As a plugin of esbuild for `contract`: zod brings its messages in fifty languages, of which English is used. */
export const englishZod = {
  name: 'english-zod',
  setup(build) {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};
