// Writes the sources of the site to one folder: documents with the links of the site, files that they link to, and generated pages.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { placeOf, rewriteLinks } from './links.mjs';
import { listPages, sidebarOf } from './pages.mjs';
import { drawArrows } from './reference/drawing.mjs';
import { boxesOf, readLinkStates } from './reference/link-states.mjs';
import { readPackages } from './reference/packages.mjs';

const LANGUAGES = { '.yaml': 'yaml', '.yml': 'yaml', '.json': 'json', '.mjs': 'js', '.ts': 'ts', '.sh': 'sh' };

/**
 * Writes the sources of the site.
 *
 * `generated` are pages by their path in the site. Throws where a link leads to no file.
 */
export function stageSite(root, folder, generated) {
  rmSync(folder, { recursive: true, force: true });
  const written = new Set(['index.md', 'de/index.md']);
  const write = (path, text) => {
    written.add(path);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const pages = listPages(root);
  const packages = readPackages(root);
  const readmes = packages.flatMap(({ readme }) => readme ?? []);
  const waiting = [...pages.map(({ file }) => `docs/${file}`), ...readmes];
  const seen = new Set(waiting);
  const dead = [];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!file.endsWith('.md')) {
      write(placeOf(file), codePage(file, text));
      continue;
    }
    const { text: rewritten, taken, dead: gone } = rewriteLinks(text, file, (path) => kindOf(root, path));
    dead.push(...gone);
    for (const next of taken.filter((each) => !seen.has(each))) {
      seen.add(next);
      waiting.push(next);
    }
    write(placeOf(file), rewritten);
  }
  if (dead.length > 0) throw new Error(`links that lead to no file:\n${dead.join('\n')}`);
  for (const [path, text] of Object.entries(generated)) write(path, text);
  write('public/packages.svg', drawArrows(packages));
  write('public/link-states.svg', drawArrows(boxesOf(readLinkStates(root))));
  for (const [path, text] of untranslated(written)) write(path, text);
  cpSync(join(root, 'tools/site/home'), folder, { recursive: true });
  cpSync(join(root, 'docs'), join(folder, 'public'), { recursive: true, filter: (path) => !path.endsWith('.md') });
  cpSync(join(root, 'packages/web-ui/public/icon.svg'), join(folder, 'public/icon.svg'));
  write('sidebar.json', JSON.stringify({ en: sidebarOf(pages, 'en'), de: sidebarOf(pages, 'de') }));
}

/** Pages for those that exist in one language alone: the switch of the language leads to the same path of the other one. */
function untranslated(written) {
  const all = [...written].filter((path) => path.endsWith('.md'));
  const german = all.filter((path) => path.startsWith('de/')).map((path) => path.slice('de/'.length));
  const english = all.filter((path) => !path.startsWith('de/'));
  const missing = (from, others) => from.filter((path) => !others.includes(path));
  return [
    ...missing(english, german).map((path) => [`de/${path}`, onlyIn('Englisch', `/${path}`)]),
    ...missing(german, english).map((path) => [path, onlyIn('German', `/de/${path}`)]),
  ];
}

function onlyIn(language, link) {
  const [title, text] =
    language === 'Englisch'
      ? ['Nur auf Englisch', 'Diese Seite gibt es nur auf Englisch']
      : ['In German only', 'This page exists in German only'];
  return `---\nsearch: false\n---\n\n# ${title}\n\n${text}: [${link}](${link}).\n`;
}

function kindOf(root, path) {
  const at = join(root, path);
  if (path.startsWith('..') || !existsSync(at)) return undefined;
  return statSync(at).isDirectory() ? 'folder' : 'file';
}

/** A file that is no document, as a page. */
function codePage(file, text) {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `# ${name}\n\nThe file \`${file}\` of the repository.\n\n${fence}${LANGUAGES[extname(file)] ?? 'text'}\n${text.trimEnd()}\n${fence}\n`;
}
