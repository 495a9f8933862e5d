import type { Frame } from './period.js';
import { partOf, pinched, shifted, zoomed } from './zoom.js';

/** A finger or the mouse on a picture, as a share of its width. */
interface Pointer {
  readonly id: number;
  readonly share: number;
}

/** Event of a pointer over a picture that is `width` pixels wide. */
interface PointerAt extends Pointer {
  readonly isTouch: boolean;
  readonly width: number;
}

/** Answer to a movement: another part of the time axis, or a marked part that is not chosen yet. */
export interface Gesture {
  readonly frame?: Frame;
  readonly marked?: readonly [from: number, to: number];
}

interface ZoomGestures {
  down(at: PointerAt, frame: Frame): void;
  /** Undefined for a movement without effect. */
  move(at: PointerAt): Gesture | undefined;
  /** The end of a drag with the mouse chooses the marked part. */
  up(at: Pick<PointerAt, 'id'>): Gesture | undefined;
  /** The browser took the pointer, for example to scroll: nothing is chosen. */
  cancel(at: Pick<PointerAt, 'id'>): void;
}

/** A shorter way in pixels is a click, or a finger that scrolls the page. */
const CLICK_PX = 6;
const WHEEL_STEP = 200;
const KEY_FACTOR = 2;
const DOUBLE_CLICK_FACTOR = 4;
const KEY_SHARE = 0.25;

/** Follows the pointers over one picture: the mouse marks, one finger moves, two fingers zoom. */
export function createZoomGestures(): ZoomGestures {
  let begin: { readonly frame: Frame; readonly pointers: readonly Pointer[] } | undefined;
  let pointers: readonly Pointer[] = [];
  let current: Frame | undefined;
  let marked: readonly [number, number] | undefined;

  function start(frame: Frame): void {
    begin = { frame, pointers };
    current = frame;
    marked = undefined;
  }

  function leave(id: number): void {
    pointers = pointers.filter((each) => each.id !== id);
    if (current !== undefined) start(current);
    if (pointers.length === 0) begin = undefined;
  }

  return {
    down({ id, share }, frame) {
      pointers = [...pointers.filter((each) => each.id !== id), { id, share }].slice(0, 2);
      start(frame);
    },
    move({ id, share, isTouch, width }) {
      if (begin === undefined || !pointers.some((each) => each.id === id)) return undefined;
      pointers = pointers.map((each) => (each.id === id ? { id, share } : each));
      const [[first, second], [one, other]] = [begin.pointers, pointers];
      if (first === undefined || one === undefined) return undefined;
      if (second !== undefined && other !== undefined) {
        current = pinched(begin.frame, [first.share, second.share], [one.share, other.share]);
        return { frame: current };
      }
      if (Math.abs(one.share - first.share) * width < CLICK_PX) return undefined;
      if (isTouch) {
        current = shifted(begin.frame, first.share - one.share);
        return { frame: current };
      }
      marked = [first.share, one.share];
      return { marked };
    },
    up({ id }) {
      const chosen = begin !== undefined && marked !== undefined ? partOf(begin.frame, ...marked) : undefined;
      leave(id);
      return chosen === undefined ? undefined : { frame: chosen };
    },
    cancel({ id }) {
      leave(id);
    },
  };
}

/** The part of the time axis after a key; undefined for other keys. */
export function frameAfterKey(frame: Frame, key: string): Frame | undefined {
  if (key === '+' || key === '=') return zoomed(frame, KEY_FACTOR);
  if (key === '-') return zoomed(frame, 1 / KEY_FACTOR);
  if (key === 'ArrowLeft') return shifted(frame, -KEY_SHARE);
  return key === 'ArrowRight' ? shifted(frame, KEY_SHARE) : undefined;
}

/** The part of the time axis after the wheel was turned by `delta` pixels over a place. */
export function frameAfterWheel(frame: Frame, delta: number, share: number): Frame {
  return zoomed(frame, Math.exp(-Math.min(WHEEL_STEP, Math.max(-WHEEL_STEP, delta)) / WHEEL_STEP), share);
}

/** A double click shows more of the time around its place. */
export function frameAfterDoubleClick(frame: Frame, share: number): Frame {
  return zoomed(frame, 1 / DOUBLE_CLICK_FACTOR, share);
}
