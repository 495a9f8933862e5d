// Markdown of the pages that are made.

/** A page with a title; its lines are Markdown. */
export const page = (title, lines) => `# ${title}\n\n${lines.join('\n')}\n`;

/** Text as a code span, also inside a table. Empty text is none. */
export function code(text) {
  if (text === '') return '';
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`.replaceAll('|', '\\|');
}

/** Prose of the sources as Markdown: code spans stay, anything else is text. */
export const prose = (text) =>
  text
    .replaceAll('\n', ' ')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : escaped(part)))
    .join('');

const escaped = (text) => text.replace(/[\\*_<>[\]|#]/g, '\\$&').replaceAll('{{', '&#123;&#123;');

/** The lines of a table; a cell is Markdown without a line break. */
export function table(heads, rows) {
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

const line = (cells) => `| ${cells.join(' | ')} |`;
