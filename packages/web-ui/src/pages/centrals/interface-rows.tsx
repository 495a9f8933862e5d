import { CircleCheck, CircleX } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { Course } from '../../history/course.js';
import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Icon } from '../../ui/value/icon.tsx';
import { Meter } from '../../ui/value/meter.tsx';
import type { InterfaceRow } from './central-facts.js';
import type { InterfaceCourse } from './interface-courses.js';
import type { Interruptions } from './interruptions.js';
import { centralsTexts } from './texts.js';

interface RowsProps {
  readonly rows: readonly InterfaceRow[];
  readonly courses: ReadonlyMap<string, InterfaceCourse>;
  /** By `<central>/<interface>`; undefined where they cannot be read. */
  readonly interruptions: ReadonlyMap<string, Interruptions> | undefined;
  readonly onTest: (interfaceId: string) => void;
  readonly onChanged: () => void;
}

/** Each interface of a CCU with the state of its connection. */
export function InterfaceRows({ rows, courses, interruptions, onTest, onChanged }: RowsProps) {
  const say = useTexts(centralsTexts);
  return (
    <ul class="interface-rows" aria-label={say('interfaces')}>
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          course={{ ...courses.get(row.id), ...of(interruptions?.get(`${row.central}/${row.name}`)) }}
          onTest={() => onTest(row.id)}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}

function Row({
  row,
  course,
  onTest,
  onChanged,
}: {
  readonly row: InterfaceRow;
  readonly course: InterfaceCourse;
  readonly onTest: () => void;
  readonly onChanged: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(centralsTexts);
  const action = useAction();
  const reconnect = async () => {
    await gateway.call('reconnectInterface', { path: { id: row.id } });
    announce(say('reconnecting', { name: row.name }));
    onChanged();
  };
  return (
    <li class={row.connected ? 'up' : 'down'}>
      <div class="interface-head">
        <Icon of={row.connected ? CircleCheck : CircleX} />
        <strong>{row.name}</strong>
        <span class="small">{say(row.connected ? 'proven' : 'notConnected')}</span>
        <span class="grow" />
        <Button kind="quiet" onClick={onTest}>
          {say('loopTest')}
          <span class="visually-hidden"> {row.name}</span>
        </Button>
        <Button kind="quiet" onClick={() => void action.run(reconnect)}>
          {say('reconnect')}
          <span class="visually-hidden"> {row.name}</span>
        </Button>
      </div>
      {row.note !== undefined && <p class="small private">{row.note}</p>}
      <Figures row={row} course={course} />
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </li>
  );
}

function Figures({ row, course }: { readonly row: InterfaceRow; readonly course: InterfaceCourse }) {
  const { clock } = useServices();
  const say = useTexts(centralsTexts);
  const formats = useFormats();
  const { lastEventAt, pingMs, reconnects, circuit, callbackUrl, dutyCycle, carrierSense } = row;
  const figures = [
    [say('lastEvent'), lastEventAt === undefined ? say('noEvent') : formats.age(lastEventAt, clock.value)],
    [say('ping'), pingMs === undefined ? '—' : `${formats.number(pingMs, 0)}\u202fms`],
    ...(course.reportsPerMinute === undefined
      ? []
      : [[say('reportsPerMinute'), formats.number(course.reportsPerMinute, 1)] as const]),
    ...(course.interruptions === undefined
      ? []
      : [[say('interruptions'), interruptionsText(course.interruptions, say, formats)] as const]),
    [say('reconnects'), reconnects === undefined ? '—' : formats.number(reconnects)],
    [say('circuit'), say(circuit)],
  ] as const;
  return (
    <>
      <div class="interface-figures">
        <dl>
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {dutyCycle !== undefined && (
          <div>
            <Meter label={say('dutyCycle')} value={dutyCycle} />
            <PercentCourse name={say('dutyCycle')} course={course.dutyCycle} />
          </div>
        )}
        {carrierSense !== undefined && (
          <div>
            <Meter label={say('carrierSense')} value={carrierSense} />
            <PercentCourse name={say('carrierSense')} course={course.carrierSense} />
          </div>
        )}
        {course.reports !== undefined && (
          <div>
            <span class="small dim">{say('reportsOfDay')}</span>
            <Sparkline
              kind="bars"
              values={course.reports}
              label={say('reportsCourse', { n: Math.max(...course.reports) })}
            />
          </div>
        )}
      </div>
      {callbackUrl !== undefined && (
        <p class="small dim">
          {say('callback')} <code class="private">{callbackUrl}</code>
        </p>
      )}
    </>
  );
}

const of = (interruptions: Interruptions | undefined) => (interruptions === undefined ? {} : { interruptions });

function interruptionsText(
  { count, totalMs, isLonger }: Interruptions,
  say: Say<typeof centralsTexts>,
  formats: Formats,
): string {
  if (count === 0) return say('noInterruptions');
  const time = formats.duration(totalMs);
  return isLonger ? say('interruptedLonger', { n: count, time }) : say('interrupted', { n: count, time });
}

/** The last day of a share of 100. */
function PercentCourse({ name, course }: { readonly name: string; readonly course: Course | undefined }) {
  const say = useTexts(centralsTexts);
  const formats = useFormats();
  if (course === undefined) return null;
  const known = course.values.filter(Number.isFinite);
  const text = (value: number) => formats.number(value, 0);
  const label = say('percentCourse', {
    name,
    time: formats.duration(course.spanMs),
    min: text(Math.min(...known)),
    max: text(Math.max(...known)),
  });
  return <Sparkline values={course.values} label={label} floor={0} />;
}
