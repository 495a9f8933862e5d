import type { ComponentChildren, TargetedPointerEvent } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useTexts } from '../context/services.js';
import type { Frame } from './period.js';
import { historyTexts } from './texts.js';
import {
  createZoomGestures,
  frameAfterDoubleClick,
  frameAfterKey,
  frameAfterWheel,
  type Gesture,
} from './zoom-gestures.js';
import './zoom-area.css';

interface ZoomAreaProps {
  readonly frame: Frame;
  readonly onChange: (frame: Frame) => void;
  readonly isLoading: boolean;
  readonly children: ComponentChildren;
}

/** The drawing areas of charts and bands, whose width is the time axis. */
const PLOTS = '.u-over, .band-row';

/** Plot below an event; null beside all of them. */
const plotOf = ({ target }: Event) => (target as Element).closest<HTMLElement>(PLOTS);

function shareIn(plot: HTMLElement, { clientX }: MouseEvent) {
  const { left, width } = plot.getBoundingClientRect();
  return { share: (clientX - left) / Math.max(1, width), width };
}

/**
 * Pictures over one time axis. A drag with the mouse zooms in, a double click out; fingers pinch and move; Ctrl and the
 * wheel, plus, minus and arrows do the same.
 */
export function ZoomArea({ frame, onChange, isLoading, children }: ZoomAreaProps) {
  const say = useTexts(historyTexts);
  const area = useRef<HTMLElement>(null);
  const { mark, handlers } = usePointers(area, frame, onChange);
  return (
    <section
      class="zoom-area stack"
      ref={area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and move, as its name describes
      tabIndex={0}
      aria-label={say('zoomKeys')}
      aria-keyshortcuts="+ - ArrowLeft ArrowRight"
      aria-busy={isLoading}
      {...handlers}
      onDblClick={(event) => {
        const plot = plotOf(event);
        if (plot !== null) onChange(frameAfterDoubleClick(frame, shareIn(plot, event).share));
      }}
      onWheel={(event) => {
        const plot = plotOf(event);
        if (plot === null || !event.ctrlKey) return;
        event.preventDefault();
        onChange(frameAfterWheel(frame, event.deltaY, shareIn(plot, event).share));
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = frameAfterKey(frame, event.key);
        if (next === undefined) return;
        event.preventDefault();
        onChange(next);
      }}
    >
      {children}
      {mark !== undefined && <div class="zoom-mark" style={{ left: `${mark.left}px`, width: `${mark.width}px` }} />}
    </section>
  );
}

/** Follows mouse and fingers over the plots of an area; `mark` is the marked part in pixels of the area. */
function usePointers(area: { readonly current: HTMLElement | null }, frame: Frame, onChange: (frame: Frame) => void) {
  const gestures = useMemo(createZoomGestures, []);
  const [mark, setMark] = useState<{ readonly left: number; readonly width: number }>();
  const at = (plot: HTMLElement, event: PointerEvent) => ({
    id: event.pointerId,
    isTouch: event.pointerType === 'touch',
    ...shareIn(plot, event),
  });

  function show(plot: HTMLElement, { frame: next, marked }: Gesture): void {
    if (next !== undefined) onChange(next);
    if (marked === undefined || area.current === null) {
      setMark(undefined);
      return;
    }
    const { left, width } = plot.getBoundingClientRect();
    const [from, to] = marked.map((share) => Math.min(1, Math.max(0, share)) * width) as [number, number];
    setMark({
      left: left - area.current.getBoundingClientRect().left + Math.min(from, to),
      width: Math.abs(to - from),
    });
  }

  const handlers = {
    onPointerDown(event: TargetedPointerEvent<HTMLElement>): void {
      const plot = plotOf(event);
      if (plot === null || event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      gestures.down(at(plot, event), frame);
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>): void {
      const plot = plotOf(event);
      const gesture = plot === null ? undefined : gestures.move(at(plot, event));
      if (gesture !== undefined) show(plot!, gesture);
    },
    onPointerUp({ pointerId }: TargetedPointerEvent<HTMLElement>): void {
      const next = gestures.up({ id: pointerId })?.frame;
      setMark(undefined);
      if (next !== undefined) onChange(next);
    },
    onPointerCancel({ pointerId }: TargetedPointerEvent<HTMLElement>): void {
      gestures.cancel({ id: pointerId });
      setMark(undefined);
    },
  };
  return { mark, handlers };
}
