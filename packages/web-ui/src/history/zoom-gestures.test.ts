import { describe, expect, it } from 'vitest';
import { createZoomGestures, frameAfterDoubleClick, frameAfterKey, frameAfterWheel } from './zoom-gestures.js';

const FRAME = { from: 0, to: 1_000_000 };
const mouse = (share: number) => ({ id: 1, share, isTouch: false, width: 500 });
const finger = (id: number, share: number) => ({ id, share, isTouch: true, width: 500 });

describe('gestures over a chart', () => {
  it('mark a part with the mouse, and choose it at the end of the drag', () => {
    const gestures = createZoomGestures();
    gestures.down(mouse(0.5), FRAME);
    expect(gestures.move(mouse(0.505))).toBeUndefined();
    expect(gestures.move(mouse(0.2))).toEqual({ marked: [0.5, 0.2] });
    expect(gestures.up(mouse(0.2))).toEqual({ frame: { from: 200_000, to: 500_000 } });
    expect(gestures.move(mouse(0.9))).toBeUndefined();
  });

  it('choose nothing by a click, and nothing where the browser takes the pointer', () => {
    const gestures = createZoomGestures();
    gestures.down(mouse(0.5), FRAME);
    expect(gestures.up(mouse(0.5))).toBeUndefined();
    gestures.down(mouse(0.5), FRAME);
    gestures.move(mouse(0.9));
    gestures.cancel(mouse(0.9));
    expect(gestures.up(mouse(0.9))).toBeUndefined();
  });

  it('move the axis with one finger', () => {
    const gestures = createZoomGestures();
    gestures.down(finger(1, 0.5), FRAME);
    expect(gestures.move(finger(1, 0.75))).toEqual({ frame: { from: -250_000, to: 750_000 } });
    expect(gestures.up(finger(1, 0.75))).toBeUndefined();
  });

  it('zoom with two fingers, then move on with the one that stays', () => {
    const gestures = createZoomGestures();
    gestures.down(finger(1, 0.4), FRAME);
    gestures.down(finger(2, 0.6), FRAME);
    gestures.move(finger(1, 0.3));
    const zoomed = gestures.move(finger(2, 0.7))!.frame!;
    expect(zoomed.to - zoomed.from).toBeCloseTo(500_000);
    expect(gestures.up(finger(1, 0.3))).toBeUndefined();
    const moved = gestures.move(finger(2, 0.5))!.frame!;
    expect(moved.from).toBeCloseTo(zoomed.from + 100_000);
    expect(moved.to - moved.from).toBeCloseTo(500_000);
  });

  it('ignore a third finger', () => {
    const gestures = createZoomGestures();
    for (const id of [1, 2, 3]) gestures.down(finger(id, id / 4), FRAME);
    expect(gestures.move(finger(3, 0.1))).toBeUndefined();
  });
});

describe('keys, the wheel and a double click over a chart', () => {
  it('zoom and move', () => {
    expect(frameAfterKey(FRAME, '+')).toEqual({ from: 250_000, to: 750_000 });
    expect(frameAfterKey(FRAME, '-')).toEqual({ from: -500_000, to: 1_500_000 });
    expect(frameAfterKey(FRAME, 'ArrowLeft')).toEqual({ from: -250_000, to: 750_000 });
    expect(frameAfterKey(FRAME, 'ArrowRight')).toEqual({ from: 250_000, to: 1_250_000 });
    expect(frameAfterKey(FRAME, 'Tab')).toBeUndefined();
    expect(frameAfterDoubleClick(FRAME, 0)).toEqual({ from: 0, to: 4_000_000 });
    expect(frameAfterWheel(FRAME, -100, 1).from).toBeGreaterThan(FRAME.from);
    expect(frameAfterWheel(FRAME, -1e9, 1)).toEqual(frameAfterWheel(FRAME, -200, 1));
  });
});
