/** A part of a sentence. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly emphasis: string }
  /** Leads to a symptom of this document. */
  | { readonly words: string; readonly anchor: string }
  /** Leads to another document, by its path below `docs`. */
  | { readonly words: string; readonly document: string };

export type Sentences = readonly Inline[];

/** A finding of the doctor. */
export interface HelpRow {
  /** Absent where the section has the anchor of the finding. */
  readonly id?: string;
  readonly cells: readonly Sentences[];
}

/** A symptom. */
export interface HelpSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly Sentences[];
  /** Titles of the columns; none without a table. */
  readonly head: readonly string[];
  readonly rows: readonly HelpRow[];
}

/** Troubleshooting in one language, as the build reads it from Markdown. */
export interface HelpDocument {
  readonly intro: readonly Sentences[];
  readonly sections: readonly HelpSection[];
}

/**
 * The sections with every searched word. A section whose own sentences have the words keeps its whole table, another one the rows that
 * have them together with the title.
 */
export function findSections(sections: readonly HelpSection[], search: string): readonly HelpSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return sections.flatMap((section) => {
    const { title, paragraphs } = section;
    if (has(textOf([title, ...paragraphs]))) return [section];
    const rows = section.rows.filter(({ cells }) => has(textOf([title, ...cells])));
    return rows.length === 0 ? [] : [{ ...section, rows }];
  });
}

const textOf = (parts: readonly (string | Sentences)[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.map(wordsOf).join(''))).join(' ');

function wordsOf(part: Inline): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return part.code;
  return 'emphasis' in part ? part.emphasis : part.words;
}
