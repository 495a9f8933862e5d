import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { useFormats, useTexts } from '../../context/services.js';
import type { Point } from '../../store/points.js';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { unitOf } from '../../ui/value/value-text.js';
import { watchView } from '../../ui/watch-view.js';
import { homeTexts } from './texts.js';
import type { CoursePoint, TileCourses } from './tile-courses.js';

export const CoursesContext = createContext<TileCourses | undefined>(undefined);

/** The last day of a value while it is in view; empty without a record, or for a constant value. */
export function CourseOf({
  point,
  around,
}: {
  readonly point: Point;
  /** Element that is watched: the picture is empty before its data has arrived. */
  readonly around: { readonly current: HTMLElement | null };
}) {
  const courses = useContext(CoursesContext)!;
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const [isSeen, see] = useState(false);
  const wanted = useMemo(() => coursePointOf(point), [point.key]);
  useEffect(() => (around.current === null ? undefined : watchView(around.current, see)), []);
  useEffect(() => (isSeen ? courses.want(wanted) : undefined), [isSeen, wanted]);
  const course = courses.of(wanted).value;
  if (course === undefined) return null;
  const known = course.values.filter(Number.isFinite);
  const text = (value: number) => `${formats.number(value, 1)}${unitOf(point.summary)}`;
  const label = say('course', {
    name: point.summary.parameter_label ?? point.summary.parameter,
    time: formats.duration(course.spanMs),
    min: text(Math.min(...known)),
    max: text(Math.max(...known)),
    now: text(known.at(-1) ?? Number.NaN),
  });
  return <Sparkline values={course.values} label={label} />;
}

function coursePointOf({ device, channel, summary: { parameter } }: Point): CoursePoint {
  const cut = device.indexOf('/');
  return { central: device.slice(0, cut), place: `${device.slice(cut + 1)}:${channel}:${parameter}` };
}
