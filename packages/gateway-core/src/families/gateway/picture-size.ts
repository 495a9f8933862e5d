import type { FloorplanPicture } from '../../ports/floorplans.js';

type Found = Omit<FloorplanPicture, 'bytes'>;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Type and size of a picture by its first bytes, whatever its name and declared type are; undefined for other files. */
export function pictureSize(bytes: Uint8Array): Found | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, PNG)) return pngSize(view);
    if (startsWith(bytes, JPEG)) return jpegSize(view);
    return textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP' ? webpSize(view) : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((each, index) => bytes[index] === each);

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

function pngSize(view: DataView): Found | undefined {
  if (textAt(view, 12) !== 'IHDR') return undefined;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** The first frame header has the size; segments before it are skipped. */
function jpegSize(view: DataView): Found | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const length = view.getUint16(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function webpSize(view: DataView): Found | undefined {
  const type = 'image/webp';
  const kind = textAt(view, 12);
  if (kind === 'VP8X') return { type, width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) };
  if (kind === 'VP8 ') {
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (kind !== 'VP8L' || view.getUint8(20) !== 0x2f) return undefined;
  const bits = view.getUint32(21, true);
  return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const threeBytes = (view: DataView, at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
