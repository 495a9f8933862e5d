// The pages of the site that are files in docs/, and the sidebar over them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitFrontMatter } from './front-matter.mjs';

/** Groups of documents without front matter, which GitHub would show as a table. The others are in the first group. */
const GROUPS = {
  Guides: [],
  Install: ['service', 'container', 'ccu-addon', 'home-assistant-app', 'low-power', 'https', 'reverse-proxy'],
  Connect: ['home-assistant', 'mqtt', 'mqtt-migration', 'matter', 'webhooks', 'notify', 'node-red'],
  Operate: ['doctor', 'backup', 'performance', 'scale'],
  'Several gateways': ['fleet', 'postgres'],
  'How it is built': ['architecture', 'security-cases', 'glossary', 'adr/README'],
};

/** Groups by folder, for pages whose front matter names none. */
const FOLDER_GROUPS = { howto: 'How-to', 'de/howto': 'Anleitungen', de: 'Einstieg' };

/** Order of the groups in the sidebar; further ones follow. */
const ORDER = ['Start', 'Einstieg', 'How-to', 'Anleitungen', 'Troubleshooting', 'Fehlersuche', ...Object.keys(GROUPS)];

/** Every document of docs/: its path below docs, its locale, title, group, and order in the group. Records have no line of their own. */
export function listPages(root) {
  const files = readdirSync(join(root, 'docs'), { recursive: true })
    .filter((file) => file.endsWith('.md'))
    .sort();
  return files.map((file) => {
    const { head, text } = splitFrontMatter(readFileSync(join(root, 'docs', file), 'utf8'));
    const title = head.title ?? /^# (.+)$/m.exec(text)?.[1];
    if (title === undefined) throw new Error(`docs/${file}: needs a title`);
    const order = Number(head.order ?? 100);
    if (!Number.isFinite(order)) throw new Error(`docs/${file}: order must be a number`);
    return {
      file,
      locale: file.startsWith('de/') ? 'de' : 'en',
      title,
      group: head.group ?? groupOf(file),
      order,
    };
  });
}

function groupOf(file) {
  const name = file.replace(/\.md$/, '');
  const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
  const listed = Object.entries(GROUPS).find(([, names]) => names.includes(name))?.[0];
  return listed ?? FOLDER_GROUPS[folder] ?? 'Guides';
}

/** The sidebar of one locale: groups with links. */
export function sidebarOf(pages, locale) {
  const shown = pages.filter((page) => page.locale === locale && !/^adr\/\d/.test(page.file));
  const groups = [...new Set(shown.map(({ group }) => group))].sort((a, b) => placeOf(a) - placeOf(b));
  return groups.map((group) => ({
    text: group,
    items: shown
      .filter((page) => page.group === group)
      .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title, locale))
      .map(({ title, file }) => ({ text: title, link: `/${sitePath(file)}` })),
  }));
}

const placeOf = (group) => (ORDER.includes(group) ? ORDER.indexOf(group) : ORDER.length);

/** The place of a document in the site. */
export const sitePath = (file) => file.replace(/(^|\/)README\.md$/, '$1index.md');
