import { styleText } from 'node:util';
import type { CliIo } from './io.js';

/** What a colour says: the words stand there too, so that nothing is said by colour alone. */
export type Style = 'heading' | 'good' | 'warning' | 'bad' | 'faint';

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

const FORMATS = { heading: 'bold', good: 'green', warning: 'yellow', bad: 'red', faint: 'dim' } as const;

export const plainText: Paint = (_style, text) => text;

/** `NO_COLOR` wins over `FORCE_COLOR`, and that over what the stream is (no-color.org, force-color.org). */
export function paintFor(env: CliIo['env'], stream: { readonly isTTY?: boolean }): Paint {
  if (env.NO_COLOR || !isColoured(env, stream)) return plainText;
  // Newer runtimes would look at the process instead of the stream that is meant.
  return (style, text) => styleText(FORMATS[style], text, { validateStream: false });
}

function isColoured({ FORCE_COLOR: force, TERM: term }: CliIo['env'], stream: { readonly isTTY?: boolean }): boolean {
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return stream.isTTY === true && term !== 'dumb';
}
