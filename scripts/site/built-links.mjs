// What the built site promises about its links: each leads to a page and an anchor of the site, and no page makes a browser load
// anything from another host.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The faults of the links of a built site; `base` is the path under which it is served, with slashes around it. */
export function brokenLinks(site, base) {
  const pages = readdirSync(site, { recursive: true }).filter((file) => file.endsWith('.html'));
  const texts = new Map(pages.map((file) => [file, readFileSync(join(site, file), 'utf8')]));
  const anchors = new Map();
  const anchorsOf = (file) => {
    if (!anchors.has(file))
      anchors.set(file, new Set([...texts.get(file).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)));
    return anchors.get(file);
  };
  return pages.flatMap((page) => {
    const text = texts.get(page).replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
    const faults = [...texts.get(page).matchAll(FOREIGN)].map(([, url]) => `${page}: loads ${url}`);
    for (const [, raw] of text.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const href = raw.replaceAll('&amp;', '&');
      if (/^[a-z][a-z+.-]*:/i.test(href) || page === '404.html') continue;
      const fault = faultOf(href, { site, base, page, has: (file) => texts.has(file), anchorsOf });
      if (fault !== undefined) faults.push(`${page}: ${href} ${fault}`);
    }
    return faults;
  });
}

/** Elements with which a page loads something. A link that people follow is none of them. */
const FOREIGN = /<(?:script|img|iframe|source|link)\b[^>]*\s(?:src|href)="((?:https?:)?\/\/[^"]*)"/g;

function faultOf(href, { site, base, page, has, anchorsOf }) {
  const [path, anchor] = href.split('#', 2);
  const at = path === '' ? page : fileOf(decodeURI(path), { site, base, page });
  if (at === undefined) return 'leads to no file';
  if (!anchor || !has(at)) return undefined;
  return anchorsOf(at).has(decodeURIComponent(anchor)) ? undefined : 'leads to no heading';
}

function fileOf(path, { site, base, page }) {
  if (path.startsWith('/') && !path.startsWith(base)) return undefined;
  const target = path.startsWith('/') ? join(site, path.slice(base.length)) : join(site, dirname(page), path);
  const file = existsSync(target) && statSync(target).isDirectory() ? join(target, 'index.html') : target;
  return existsSync(file) ? relative(site, file) : undefined;
}
