import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';

const root = resolve(import.meta.dirname, '../../..');
const source = resolve(root, 'var/site-source');
const sidebars = JSON.parse(readFileSync(resolve(source, 'sidebar.json'), 'utf8'));

const reference = [
  { text: 'Configuration', link: '/reference/config.md' },
  { text: 'REST API', link: '/reference/rest.md' },
  { text: 'WebSocket', link: '/reference/websocket.md' },
  { text: 'Events', link: '/reference/events.md' },
  { text: 'Command line', link: '/reference/cli.md' },
  { text: 'Metrics', link: '/reference/metrics.md' },
  { text: 'Packages', link: '/reference/packages.md' },
  { text: 'States of a connection', link: '/reference/link-states.md' },
  { text: 'Exports of the packages', link: '/api/index.html', target: '_self' },
];

const searchInGerman = {
  button: { buttonText: 'Suchen', buttonAriaLabel: 'Suchen' },
  modal: {
    displayDetails: 'Auszüge zeigen',
    resetButtonTitle: 'Eingabe löschen',
    backButtonTitle: 'Suche schließen',
    noResultsText: 'Keine Treffer für',
    footer: {
      selectText: 'öffnen',
      selectKeyAriaLabel: 'Eingabetaste',
      navigateText: 'wählen',
      navigateUpKeyAriaLabel: 'Pfeil nach oben',
      navigateDownKeyAriaLabel: 'Pfeil nach unten',
      closeText: 'schließen',
      closeKeyAriaLabel: 'Escape',
    },
  },
};

const english = {
  label: 'English',
  lang: 'en',
  description: 'Documentation of ccu-gateway, a gateway for Homematic central units.',
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start.md' },
      { text: 'Reference', items: reference },
      { text: 'Architecture', link: '/architecture.md' },
    ],
    sidebar: [...sidebars.en, { text: 'Reference', items: reference }],
  },
};

const german = {
  label: 'Deutsch',
  lang: 'de',
  link: '/de/',
  description: 'Dokumentation von ccu-gateway, einem Gateway für Homematic-Zentralen.',
  themeConfig: {
    nav: [
      { text: 'Start', link: '/de/start.md' },
      { text: 'Referenz (englisch)', items: reference },
    ],
    sidebar: [
      ...sidebars.de,
      { text: 'Referenz (englisch)', items: reference },
      ...sidebars.en.map((group) => ({ ...group, text: `${group.text} (englisch)`, collapsed: true })),
    ],
    outline: { level: [2, 3], label: 'Auf dieser Seite' },
    docFooter: { prev: 'Vorherige Seite', next: 'Nächste Seite' },
    darkModeSwitchLabel: 'Darstellung',
    lightModeSwitchTitle: 'Hell',
    darkModeSwitchTitle: 'Dunkel',
    sidebarMenuLabel: 'Menü',
    returnToTopLabel: 'Nach oben',
    langMenuLabel: 'Sprache',
    skipToContentLabel: 'Zum Inhalt',
    notFound: {
      title: 'Seite nicht gefunden',
      quote: 'Unter dieser Adresse ist keine Seite.',
      linkText: 'Zur Startseite',
      linkLabel: 'Zur Startseite',
    },
  },
};

/** The two tags of documents: the anchor of a heading or a row, and the break of a line in a cell. */
const TAG = /<(?:a id="([\w-]+)"><\/a>|br>)/y;

function allowAnchorsAndBreaks(md) {
  md.inline.ruler.before('text', 'tags', (state, silent) => {
    TAG.lastIndex = state.pos;
    const found = TAG.exec(state.src);
    if (found === null) return false;
    if (!silent) {
      const [, id] = found;
      if (id === undefined) state.push('hardbreak', 'br', 0);
      else state.push('anchor', 'a', 0).meta = { id };
    }
    state.pos += found[0].length;
    return true;
  });
  md.renderer.rules.anchor = (tokens, index) => `<a id="${tokens[index].meta.id}"></a>`;
}

export default defineConfig({
  title: 'ccu-gateway',
  srcDir: source,
  outDir: resolve(root, 'var/site'),
  cacheDir: resolve(root, 'var/site-cache'),
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  locales: { root: english, de: german },
  // Addresses of a gateway on the machine of the reader. The build itself checks all other links, also those to headings.
  ignoreDeadLinks: 'localhostLinks',
  // Documents are text: neither other tags nor attributes in braces mean anything in them.
  markdown: {
    html: false,
    attrs: { disable: true },
    config(md) {
      allowAnchorsAndBreaks(md);
      const render = md.renderer.rules.code_inline;
      // Two braces in code are code, and no expression of a template.
      md.renderer.rules.code_inline = (...of) => render(...of).replace(/^<code(?! v-pre)/, '<code v-pre');
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    search: { provider: 'local', options: { locales: { de: { translations: searchInGerman } } } },
  },
});
