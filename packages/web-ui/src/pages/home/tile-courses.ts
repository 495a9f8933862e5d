import type { Gateway } from '@ccu-gateway/client';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { COURSE_POINTS, type Course, courseIn, DAY_MS } from '../../history/course.js';

/** Value with its last day in a tile. */
export interface CoursePoint {
  readonly central: string;
  /** As `ADDRESS:CHANNEL:PARAMETER`. */
  readonly place: string;
}

/** The last day of the values on the tiles. */
export interface TileCourses {
  /** Course of a value; undefined while it is loading, without a record, and for a constant value. */
  of(point: CoursePoint): ReadonlySignal<Course | undefined>;
  /** Wanted from now on: read together with all others that are wanted by then. Calling the answer ends that. */
  want(point: CoursePoint): () => void;
  /** No request follows. */
  close(): void;
}

export interface TileCoursesOptions {
  readonly gateway: Pick<Gateway, 'call'>;
  readonly now: () => number;
  /** Runs after a delay; calling the answer prevents it. */
  readonly timer: (run: () => void, delayMs: number) => () => void;
}

/** Tiles that come into view together are asked for together. */
const GATHER_MS = 150;
const AGAIN_MS = 10 * 60_000;
/** As many as the gateway answers at once. */
const MOST = 100;

const keyOf = ({ central, place }: CoursePoint) => `${central}\n${place}`;

export function createTileCourses({ gateway, now, timer }: TileCoursesOptions): TileCourses {
  const courses = new Map<string, Signal<Course | undefined>>();
  const readAt = new Map<string, number>();
  const wanted = new Map<string, { readonly point: CoursePoint; tiles: number }>();
  let stop: (() => void) | undefined;
  let off = false;

  const courseOf = (key: string) => {
    const known = courses.get(key) ?? signal<Course | undefined>(undefined);
    courses.set(key, known);
    return known;
  };

  function plan(delayMs: number): void {
    if (!off) stop ??= timer(() => void readDue(), delayMs);
  }

  async function readDue(): Promise<void> {
    stop = undefined;
    const due = [...wanted.values()].map(({ point }) => point).filter((point) => isDue(keyOf(point)));
    for (const point of due) readAt.set(keyOf(point), now());
    for (const batch of batchesOf(due)) await read(batch);
    if (wanted.size > 0) plan([...wanted.keys()].some(isDue) ? GATHER_MS : AGAIN_MS);
  }

  const isDue = (key: string) => now() - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS;

  async function read(batch: readonly CoursePoint[]): Promise<void> {
    if (off) return;
    const query = {
      central: batch[0]!.central,
      points: batch.map(({ place }) => place).join(),
      from: new Date(now() - DAY_MS).toISOString(),
      max_points: COURSE_POINTS,
    };
    try {
      const history = await gateway.call('readHistory', { query });
      // Without a record, no further request is sent until the page is opened again.
      if (!history.retention.enabled) off = true;
      batch.forEach((point, index) => {
        const series = history.series[index];
        courseOf(keyOf(point)).value = series && courseIn(history, series);
      });
    } catch {
      // A tile works without the course; the page of the device shows the error of the history.
    }
  }

  return {
    of: (point) => courseOf(keyOf(point)),
    want(point) {
      const key = keyOf(point);
      const entry = wanted.get(key) ?? { point, tiles: 0 };
      entry.tiles += 1;
      wanted.set(key, entry);
      if (isDue(key)) {
        stop?.();
        stop = undefined;
        plan(GATHER_MS);
      }
      return () => {
        entry.tiles -= 1;
        if (entry.tiles === 0) wanted.delete(key);
      };
    },
    close() {
      off = true;
      stop?.();
    },
  };
}

/** One request is about one CCU. */
function batchesOf(points: readonly CoursePoint[]): readonly (readonly CoursePoint[])[] {
  const batches: CoursePoint[][] = [];
  const open = new Map<string, CoursePoint[]>();
  for (const point of points) {
    let batch = open.get(point.central);
    if (batch === undefined || batch.length === MOST) {
      batch = [];
      open.set(point.central, batch);
      batches.push(batch);
    }
    batch.push(point);
  }
  return batches;
}
