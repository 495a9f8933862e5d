import { createHash } from 'node:crypto';
import type { RequestFacts } from '@ccu-gateway/auth-core';
import { html, raw } from 'hono/html';
import type { RawReply } from '../operation/operation.js';
import { STYLE } from './style.js';
import type { Language } from './texts.js';

/** A piece of a page with escaped inserted texts. */
export type Html = ReturnType<typeof html>;

/** The sign of the product, as in the app; drawn in the page, because the app may not be there. */
export const BRAND = html`<svg class="brand" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="15" fill="#2f5bd8"/><g fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"><path d="M14 31 32 16l18 15"/><path d="M19 28v20h26V28"/><path d="M25 40h4l3-7 3 11 2-4h3" stroke-width="3.5"/></g></svg>`;

export interface Page {
  readonly title: string;
  readonly language: Language;
  readonly facts: RequestFacts;
  readonly content: Html;
  /** Runs at the end of the page. The same text for all callers: the policy allows its hash. */
  readonly script?: string;
  /** The script loads another one of this origin later; no other element of the page can. */
  readonly loadsScripts?: boolean;
  /** Data for the script; embedded as JSON that is never run. */
  readonly data?: unknown;
  readonly status?: number;
  /** Address that the browser opens next by itself. Unlike a redirect it may lead off this site after a form. */
  readonly onward?: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A complete page. All its addresses are relative to `<base>`, so that it works below the path of a proxy. */
export async function pageReply(page: Page): Promise<RawReply> {
  const { language, facts, title, content, script, data, onward } = page;
  const text =
    await html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><base href="${facts.basePath}">
<meta name="viewport" content="width=device-width,initial-scale=1">
${onward !== undefined && html`<meta http-equiv="refresh" content="0; url=${onward}">`}
<title>${title}</title><link rel="icon" href="data:,"><style>${raw(STYLE)}</style></head><body>${content}
${data !== undefined && html`<script type="application/json" id="data">${raw(jsonInPage(data))}</script>`}
${script !== undefined && html`<script>${raw(script)}</script>`}</body></html>`;
  return {
    status: page.status ?? 200,
    raw: String(text),
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policyOf(page), ...page.headers },
    ...(page.cookies === undefined ? {} : { cookies: page.cookies }),
  };
}

/** No text in it can end the script element. */
function jsonInPage(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function policyOf({ script, loadsScripts = false, facts }: Page): string {
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : hashSource(script)}${loadsScripts ? " 'strict-dynamic'" : ''}`,
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
