import { describe, expect, it } from 'vitest';
import { pictureSize } from './picture-size.js';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part])));

const PNG = bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0], [0, 0, 3, 0]);
const JPEG = bytes([0xff, 0xd8], [0xff, 0xe0, 0, 4, 1, 2], [0xff, 0xc4, 0, 3, 0], [0xff, 0xc2, 0, 8, 8, 1, 0, 2, 0]);
const LOSSY = bytes('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8 ', [0, 0, 0, 0], [0, 0, 0, 0x9d, 1, 0x2a], [0x40, 1], [0xf0, 0]);
const LOSSLESS = bytes('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8L', [0, 0, 0, 0], [0x2f], [0x3f, 0xc1, 0x3b, 0]);
const EXTENDED = bytes('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8X', [0, 0, 0, 0], [0, 0, 0, 0], [0xff, 3, 0], [0xff, 2, 0]);

describe('the size of a picture', () => {
  it.each([
    ['PNG', PNG, 'image/png', 1024, 768],
    ['JPEG', JPEG, 'image/jpeg', 512, 256],
    ['lossy WebP', LOSSY, 'image/webp', 320, 240],
    ['lossless WebP', LOSSLESS, 'image/webp', 320, 240],
    ['extended WebP', EXTENDED, 'image/webp', 1024, 768],
  ])('is read from %s', (_name, file, type, width, height) => {
    expect(pictureSize(file)).toEqual({ type, width, height });
  });

  it.each([
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', bytes('<!doctype html><script>alert(1)</script>')],
    ['a GIF', bytes('GIF89a', [1, 0, 1, 0])],
    ['nothing', bytes()],
    ['another RIFF file', bytes('RIFF', [0, 0, 0, 0], 'WAVE', 'fmt ')],
    ['a JPEG with an empty segment', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
  ])('is unknown of %s', (_name, file) => {
    expect(pictureSize(file)).toBeUndefined();
  });

  it('is unknown of every file that ends too early', () => {
    for (const file of [PNG, JPEG, LOSSY, LOSSLESS, EXTENDED]) {
      for (let length = 0; length < file.length; length += 1) {
        expect(() => pictureSize(file.subarray(0, length))).not.toThrow();
      }
      expect(pictureSize(file.subarray(0, 12))).toBeUndefined();
    }
  });
});
