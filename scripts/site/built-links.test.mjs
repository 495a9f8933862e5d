import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { brokenLinks } from './built-links.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function check(pages, base = '/') {
  const site = mkdtempSync(join(tmpdir(), 'ccu-gateway-site-'));
  folders.push(site);
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  }
  return brokenLinks(site, base);
}

describe('links of the built site', () => {
  it('pass where pages, folders and headings exist', () => {
    const pages = {
      'index.html': '<a href="/docs/mqtt.html#topics">a</a><a href="de/">b</a><a href="https://example.org">c</a>',
      'mqtt.html': '<h2 id="topics">Topics</h2><a href="#topics">d</a>',
      'de/index.html': '<a href="../mqtt.html">e</a>',
    };
    expect(check(pages, '/docs/')).toEqual([]);
  });

  it('fail at a missing page, a missing heading and a page outside the base', () => {
    expect(check({ 'a.html': '<a href="b.html">b</a><a href="#c">c</a>' })).toEqual([
      'a.html: b.html leads to no file',
      'a.html: #c leads to no heading',
    ]);
    expect(check({ 'a.html': '<a href="/a.html">a</a>' }, '/docs/')).toEqual(['a.html: /a.html leads to no file']);
  });

  it('fail where a page loads anything from another host', () => {
    const page = '<link rel="stylesheet" href="https://fonts.example/a.css"><img src="//cdn.example/a.png">';
    expect(check({ 'a.html': page })).toEqual([
      'a.html: loads https://fonts.example/a.css',
      'a.html: loads //cdn.example/a.png',
    ]);
  });
});
