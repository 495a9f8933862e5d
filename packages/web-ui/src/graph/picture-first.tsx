import type { ComponentChildren } from 'preact';
import { useMedia } from '../ui/use-media.js';

interface PictureFirstProps {
  readonly summary: string;
  readonly picture: ComponentChildren;
  readonly table: ComponentChildren;
}

/** A picture above its table; on a phone the table comes first, and a tap shows the picture. */
export function PictureFirst({ summary, picture, table }: PictureFirstProps) {
  const isNarrow = useMedia('(max-width: 48rem)');
  return isNarrow ? (
    <>
      <details class="card">
        <summary>{summary}</summary>
        {picture}
      </details>
      {table}
    </>
  ) : (
    <>
      {picture}
      {table}
    </>
  );
}
