import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawPng } from './png-icon.js';

const svg = readFileSync(resolve(import.meta.dirname, '../public/icon.svg'), 'utf8');

/** Colour and opacity of a pixel, in the coordinates of the SVG. */
function pixelOf(png: Buffer, x: number, y: number): readonly number[] {
  const size = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  const [column, row] = [x, y].map((each) => Math.floor((each / 64) * size)) as [number, number];
  const at = row * (1 + 4 * size) + 1 + 4 * column;
  return [...rows.subarray(at, at + 4)];
}

describe('the icon as PNG', () => {
  it('has the ground, the lines and the round corners of the SVG', () => {
    const png = drawPng(svg, { size: 192, square: false });
    expect(pixelOf(png, 32, 5)).toEqual([0x2f, 0x5b, 0xd8, 255]);
    expect(pixelOf(png, 19, 40)).toEqual([255, 255, 255, 255]);
    expect(pixelOf(png, 32, 16)).toEqual([255, 255, 255, 255]);
    expect(pixelOf(png, 0.2, 0.2)[3]).toBe(0);
  });

  it('fills the corners for systems that round them', () => {
    expect(pixelOf(drawPng(svg, { size: 180, square: true }), 0.2, 0.2)).toEqual([0x2f, 0x5b, 0xd8, 255]);
  });

  it('fails for an icon with curves', () => {
    expect(() => drawPng(svg.replace('M14 31 32 16', 'M14 31C1 2 3 4 5 6'), { size: 16, square: false })).toThrow(
      'the command C',
    );
  });
});
