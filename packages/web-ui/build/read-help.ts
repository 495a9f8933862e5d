import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { HelpDocument, HelpRow, Inline, Sentences } from '../src/pages/help/document.js';

/** Anchors of symptoms and findings are HTML. */
const markdown = new MarkdownIt({ html: true });

type Token = ReturnType<typeof markdown.parse>[number];

/** Tokens around the text, which has their meaning. */
const FRAMES = /^(?:heading|paragraph|table|thead|tbody|tr|th|td)_(?:open|close)$/;

/** Sentences, and the anchor among them. */
interface Anchored {
  readonly id?: string;
  readonly sentences: Sentences;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: Sentences[];
  readonly head: string[];
  readonly rows: HelpRow[];
}

/**
 * Reads a document about symptoms from its Markdown. `path` is its path below `docs`. Anything that the app does not show is an error,
 * so that nothing of the document is missing there.
 */
export function readHelp(path: string, text: string): HelpDocument {
  const tokens = markdown.parse(text.replace(/^---\n[\s\S]*?\n---\n/, ''), {});
  const intro: Sentences[] = [];
  const sections: Section[] = [];
  let frame = '';
  let anchor: string | undefined;
  let cells: Anchored[] = [];
  const add: Readonly<Record<string, (found: Anchored) => void>> = {
    // The page has a title of its own.
    h1: () => {},
    h2: ({ sentences }) => {
      if (anchor === undefined) throw new Error(`docs/${path}: ${plainOf(sentences)} has no anchor`);
      sections.push({ id: anchor, title: plainOf(sentences), paragraphs: [], head: [], rows: [] });
      anchor = undefined;
    },
    p: ({ id, sentences }) => {
      anchor = id;
      if (sentences.length > 0) (sections.at(-1)?.paragraphs ?? intro).push(sentences);
    },
    th: ({ sentences }) => void sections.at(-1)?.head.push(plainOf(sentences)),
    td: (cell) => void cells.push(cell),
  };
  for (const { type, tag, children } of tokens) {
    if (type === 'inline') add[frame]?.(readInline(children ?? [], path));
    else if (!FRAMES.test(type) || /^h[3-6]$/.test(tag)) throw new Error(`docs/${path}: ${type} ${tag} is not shown`);
    else if (type.endsWith('_open')) frame = tag;
    else if (type === 'tr_close' && cells.length > 0) {
      sections.at(-1)?.rows.push(rowOf(cells));
      cells = [];
    }
  }
  return { intro, sections };
}

function rowOf(cells: readonly Anchored[]): HelpRow {
  const id = cells.find((cell) => cell.id !== undefined)?.id;
  return { ...(id !== undefined && { id }), cells: cells.map(({ sentences }) => sentences) };
}

/** The sentences of a block; `path` is the document that links are relative to. */
function readInline(tokens: readonly Token[], path: string): Anchored {
  const sentences: Inline[] = [];
  let id: string | undefined;
  /** Words between the tokens of a link or an emphasis, and their meaning. */
  let group: { words: string; readonly toInline: (words: string) => Inline } | undefined;
  const addWords = (words: string) => {
    if (group !== undefined) group.words += words;
    else if (words !== '') sentences.push(words);
  };
  for (const token of tokens) {
    const { type, content } = token;
    if (type === 'text') addWords(content);
    else if (type === 'softbreak') addWords(' ');
    else if (type === 'code_inline' && group === undefined) sentences.push({ code: content });
    else if (type === 'em_open') group = { words: '', toInline: (emphasis) => ({ emphasis }) };
    else if (type === 'link_open') group = { words: '', toInline: linkTo(token.attrGet('href') ?? '', path) };
    else if (/^(?:em|link)_close$/.test(type) && group !== undefined) {
      sentences.push(group.toInline(group.words));
      group = undefined;
    } else if (type === 'html_inline' && /^<(?:a id="[a-z0-9-]+"|\/a)>$/.test(content)) id ??= content.split('"')[1];
    else throw new Error(`docs/${path}: ${type} ${content} is not shown`);
  }
  return { ...(id !== undefined && { id }), sentences };
}

/** Links lead to a symptom of the same document, or to another document of the same repository. */
function linkTo(href: string, path: string): (words: string) => Inline {
  if (href.startsWith('#')) return (words) => ({ words, anchor: href.slice(1) });
  const document = posix.join(posix.dirname(path), href);
  if (/^[a-z]+:/.test(href) || document.startsWith('..')) throw new Error(`docs/${path}: ${href} is not shown`);
  return (words) => ({ words, document });
}

/** Text without code or links, for a title. */
function plainOf(sentences: Sentences): string {
  return sentences.map((part) => (typeof part === 'string' ? part : '')).join('');
}
