import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './process.js';

const docs = join(repository, 'docs');
const namesIn = (folder: string) => readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md'));
const names = namesIn('howto').sort();
const pages = [
  ...['troubleshooting.md', 'de/troubleshooting.md'],
  ...names.flatMap((name) => [`howto/${name}`, `de/howto/${name}`]),
];
const read = (page: string) => readFileSync(join(docs, page), 'utf8');
const codeOf = (text: string) => [...text.matchAll(/^```[\s\S]*?^```/gm)].map(([block]) => block);
const anchorsOf = (text: string) => [...text.matchAll(/<a id="([a-z0-9-]+)"><\/a>/g)].map(([, anchor = '']) => anchor);

/** Targets of the links of a page that lead to no file, or to no anchor of it. */
function deadLinks(page: string): readonly string[] {
  const text = read(page).replaceAll(/^```[\s\S]*?^```/gm, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? join(docs, page) : resolve(dirname(join(docs, page)), file);
    if (!existsSync(path)) return true;
    return anchor !== undefined && !anchorsOf(read(relative(docs, path))).includes(anchor);
  });
}

describe('the how-to pages', () => {
  it('are at least thirty, each in English and German', () => {
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(namesIn('de/howto').sort()).toEqual(names);
  });

  it.each(names)('%s has the same commands in both languages', (name) => {
    const english = codeOf(read(`howto/${name}`));
    expect(english.length).toBeGreaterThan(0);
    expect(codeOf(read(`de/howto/${name}`))).toEqual(english);
  });

  it.each(pages)('%s begins with title, group, order and description', (page) => {
    const plain = String.raw`(?:"[^"\n]+"|(?!.*: )[^"\n]+)`;
    const front = `^---\ntitle: ${plain}\ngroup: ${plain}\norder: \\d+\ndescription: ${plain}\n---\n\n# `;
    expect(read(page)).toMatch(new RegExp(front));
  });

  it.each(pages)('%s has no dead link', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  it('have the same sections of troubleshooting in both languages', () => {
    const english = anchorsOf(read('troubleshooting.md'));
    expect(english.length).toBeGreaterThan(100);
    expect(anchorsOf(read('de/troubleshooting.md'))).toEqual(english);
  });
});
