import { styleText } from 'node:util';
import type { CliIo } from './io.js';

/** Meaning of a colour. The text has the same meaning, so that no information depends on the colour alone. */
export type Style = 'heading' | 'good' | 'warning' | 'bad' | 'faint';

/** Colours a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

const FORMATS = { heading: 'bold', good: 'green', warning: 'yellow', bad: 'red', faint: 'dim' } as const;

export const plainText: Paint = (_style, text) => text;

/** `NO_COLOR` takes precedence over `FORCE_COLOR`, and that over the kind of stream (no-color.org, force-color.org). */
export function paintFor(env: CliIo['env'], stream: { readonly isTTY?: boolean }): Paint {
  if (env.NO_COLOR || !isColoured(env, stream)) return plainText;
  // Newer runtimes would check the process instead of this stream.
  return (style, text) => styleText(FORMATS[style], text, { validateStream: false });
}

function isColoured({ FORCE_COLOR: force, TERM: term }: CliIo['env'], stream: { readonly isTTY?: boolean }): boolean {
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return stream.isTTY === true && term !== 'dumb';
}
