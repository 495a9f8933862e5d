import type { CallAnswer } from '@ccu-gateway/client';
import { useFormats, useTexts } from '../../context/services.js';
import { Notice } from '../../ui/notice.tsx';
import { Fact } from '../../ui/value/fact.tsx';
import { historyFilesTexts } from './texts.js';

type Report = NonNullable<CallAnswer<'getHistoryImport'>>;

/** Contents of a file before it is stored: counts, data points, and lines that cannot be read. */
export function ImportContents({ report, name }: { readonly report: Report; readonly name: string }) {
  const say = useTexts(historyFilesTexts);
  const formats = useFormats();
  const left = report.series.filter(({ unknown }) => unknown !== undefined);
  const taken = report.series.filter(({ unknown }) => unknown === undefined);
  return (
    <>
      <Notice tone={report.values > 0 ? 'good' : 'warn'} live>
        {say(report.values > 0 ? 'checked' : 'checkedEmpty', { name, n: report.values })}
      </Notice>
      <dl class="import-facts">
        {report.format !== undefined && <Fact label={say('fileFormat')}>{say(`file_${report.format}`)}</Fact>}
        <Fact label={say('lines')}>{formats.number(report.lines, 0)}</Fact>
        <Fact label={say('points')}>{formats.number(report.series_count, 0)}</Fact>
        <Fact label={say('refused')}>{formats.number(report.refused, 0)}</Fact>
      </dl>
      {left.length > 0 && <Points title={say('leftOut', { n: left.length })} series={left} isOpen />}
      {taken.length > 0 && <Points title={say('taken', { n: taken.length })} series={taken} />}
      {report.series_count > report.series.length && (
        <p class="small dim">{say('moreSeries', { n: report.series_count - report.series.length })}</p>
      )}
      {report.refusals.length > 0 && (
        <details open>
          <summary>{say('refusals', { n: report.refused })}</summary>
          <ul class="import-points">
            {report.refusals.map(({ line, reason }) => (
              <li key={line}>
                {say('line', { n: line })} <span lang="en">{reason}</span>
              </li>
            ))}
          </ul>
          {report.refused > report.refusals.length && (
            <p class="small dim">{say('moreRefusals', { n: report.refused - report.refusals.length })}</p>
          )}
        </details>
      )}
    </>
  );
}

function Points({
  title,
  series,
  isOpen = false,
}: {
  readonly title: string;
  readonly series: Report['series'];
  readonly isOpen?: boolean;
}) {
  const say = useTexts(historyFilesTexts);
  const formats = useFormats();
  const day = (text: string) => formats.date(Date.parse(text));
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul class="import-points">
        {series.map(({ point, values, from, to, unknown }) => (
          <li key={point}>
            <code class="private">{point}</code>{' '}
            {unknown === undefined ? (
              say('valuesOf', { n: values, from: day(from), to: day(to) })
            ) : (
              <span lang="en">{unknown}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const TONES = { done: 'good', checked: 'info', receiving: 'info', storing: 'info', cancelled: 'warn' } as const;

/** Outcome of the last import. */
export function ImportOutcome({ report }: { readonly report: Report }) {
  const say = useTexts(historyFilesTexts);
  const formats = useFormats();
  const { state, started_at: startedAt, stored, error } = report;
  const tone = state === 'failed' || state === 'interrupted' ? 'bad' : TONES[state];
  const number = (count: number) => formats.number(count, 0);
  return (
    <>
      <Notice tone={tone} live>
        {say(`ended_${state}`, { time: formats.dateTime(Date.parse(startedAt)) })}
        {error !== undefined && <span lang="en"> {error}</span>}
      </Notice>
      <dl class="import-facts">
        <Fact label={say('storedHours')}>{number(stored.hours)}</Fact>
        <Fact label={say('storedValues')}>{number(stored.values)}</Fact>
        <Fact label={say('storedKnown')}>{number(stored.known)}</Fact>
        <Fact label={say('storedTooOld')}>{number(stored.too_old)}</Fact>
      </dl>
    </>
  );
}
