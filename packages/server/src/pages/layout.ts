import { createHash } from 'node:crypto';
import type { RequestFacts } from '@ccu-gateway/auth-core';
import type { RawReply } from '../rest/operation.js';
import { escapeHtml, type Html } from './html.js';
import { STYLE } from './style.js';
import type { Language } from './texts.js';

export interface Page {
  readonly title: string;
  readonly language: Language;
  readonly facts: RequestFacts;
  readonly content: Html;
  /** Runs at the end of the page. The same text for everybody: its hash is what the policy allows. */
  readonly script?: string;
  /** What the script needs to know; embedded as JSON that is never run. */
  readonly data?: unknown;
  readonly status?: number;
  /** Where the browser goes on to by itself. Unlike a redirect it may lead off this site after a form. */
  readonly onward?: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A complete page. All its addresses are relative to `<base>`, so that it works below the path of a proxy. */
export function pageReply(page: Page): RawReply {
  const data =
    page.data === undefined
      ? ''
      : `<script type="application/json" id="data">${JSON.stringify(page.data).replaceAll('<', '\\u003c')}</script>`;
  const script = page.script === undefined ? '' : `<script>${page.script}</script>`;
  const text =
    `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8">` +
    `<base href="${escapeHtml(page.facts.basePath)}">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    (page.onward === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escapeHtml(page.onward)}">`) +
    `<title>${escapeHtml(page.title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>` +
    `<body>${page.content.html}${data}${script}</body></html>`;
  return {
    status: page.status ?? 200,
    raw: text,
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policyOf(page), ...page.headers },
    ...(page.cookies === undefined ? {} : { cookies: page.cookies }),
  };
}

function policyOf({ script, facts }: Page): string {
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : hashSource(script)}`,
    `style-src ${hashSource(STYLE)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    `frame-ancestors ${facts.ingressPath === null ? "'none'" : "'self'"}`,
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
