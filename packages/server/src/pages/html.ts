/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | false | readonly Html[];

/** A template whose inserted texts are escaped; inserted `Html` is taken as it is. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!;
  parts.forEach((part, index) => {
    text += textOf(part) + strings[index + 1]!;
  });
  return { html: text };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return Array.isArray(part) ? part.map((each: Html) => each.html).join('') : (part as Html).html;
}
