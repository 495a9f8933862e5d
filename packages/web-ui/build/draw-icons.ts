import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { drawPng } from './png-icon.js';

/** Pictures for systems that take no SVG as icon. Those of Apple have no transparency: the whole square is filled. */
const PICTURES = [
  { file: 'icon-192.png', size: 192, square: false },
  { file: 'icon-512.png', size: 512, square: false },
  { file: 'apple-touch-icon.png', size: 180, square: true },
] as const;

/** Draws `icon.svg` as PNG files beside it. */
export function drawIcons(folder: string): Plugin {
  return {
    name: 'draw-icons',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
        for (const { file, size, square } of PICTURES)
          writeFileSync(join(folder, file), drawPng(svg, { size, square }));
      },
    },
  };
}
