import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listPages, sidebarOf } from './pages.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function pagesOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-pages-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'docs', path)), { recursive: true });
    writeFileSync(join(root, 'docs', path), text);
  }
  return listPages(root);
}

const head = (members) => `---\n${members.join('\n')}\n---\n\n# Heading\n`;

describe('the sidebar of the site', () => {
  it('orders pages by the group, order and title of their front matter', () => {
    const pages = pagesOf({
      'start.md': head(['title: Start in five minutes', 'group: Start', 'order: 1']),
      'howto/b.md': head(['title: "Beta: a page"', 'group: Heating', 'order: 20']),
      'howto/a.md': head(['title: Alpha', 'group: Heating', 'order: 20']),
      'howto/z.md': head(['title: Zeta', 'group: Heating', 'order: 3']),
      'mqtt.md': '# MQTT\n',
    });
    expect(sidebarOf(pages, 'en')).toEqual([
      { text: 'Start', items: [{ text: 'Start in five minutes', link: '/start.md' }] },
      { text: 'Connect', items: [{ text: 'MQTT', link: '/mqtt.md' }] },
      {
        text: 'Heating',
        items: [
          { text: 'Zeta', link: '/howto/z.md' },
          { text: 'Alpha', link: '/howto/a.md' },
          { text: 'Beta: a page', link: '/howto/b.md' },
        ],
      },
    ]);
  });

  it('has the German pages alone in German, and no line for each decision record', () => {
    const pages = pagesOf({
      'de/howto/a.md': head(['title: Heizung']),
      'adr/README.md': '# Decisions\n',
      'adr/0010-events-numbers-never-repeat-and-the-log-is-written-behind.md': '# 10. A: b\n',
    });
    expect(sidebarOf(pages, 'de')).toEqual([
      { text: 'Anleitungen', items: [{ text: 'Heizung', link: '/de/howto/a.md' }] },
    ]);
    expect(sidebarOf(pages, 'en')).toEqual([
      { text: 'How it is built', items: [{ text: 'Decisions', link: '/adr/index.md' }] },
    ]);
  });

  it('rejects a page without a title, or with an order that is no number', () => {
    expect(() => pagesOf({ 'a.md': 'text\n' })).toThrow('docs/a.md: needs a title');
    expect(() => pagesOf({ 'a.md': head(['order: first']) })).toThrow('docs/a.md: order must be a number');
  });
});
