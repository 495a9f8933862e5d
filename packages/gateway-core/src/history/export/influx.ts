import type { ExportRow, Resolution } from './rows.js';

const MEASUREMENTS = { values: 'homematic', hours: 'homematic_hours', days: 'homematic_days' } as const;
const FIGURES = ['last', 'min', 'max', 'mean', 'sum', 'increments'] as const;

/** Line protocol with nanoseconds. It has no unknown values, so that they are left out; nor names, which people change. */
export function influxLines(rows: readonly ExportRow[], resolution: Resolution): string {
  return rows
    .map(({ label: { central, device, channel, parameter, unit }, at, value, part }) => {
      const fields = part === undefined ? numbers({ value }) : figuresOf(part);
      if (fields === '') return '';
      const tags = Object.entries({ central, channel: String(channel ?? ''), device, parameter, unit })
        .filter(([, text]) => text !== '')
        .map(([key, text]) => `,${key}=${escaped(text)}`);
      return `${MEASUREMENTS[resolution]}${tags.join('')} ${fields} ${at}000000\n`;
    })
    .join('');
}

function figuresOf(part: NonNullable<ExportRow['part']>): string {
  const { count, resets, covered } = part;
  const figures = numbers(Object.fromEntries(FIGURES.map((figure) => [figure, part[figure]])));
  return `${figures},count=${count}i,resets=${resets}i,covered_ms=${covered}i`;
}

const numbers = (fields: Readonly<Record<string, number | undefined>>) =>
  Object.entries(fields)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
    .join(',');

/** A line ends at a line break, and a backslash at the end would take away the separator. */
const escaped = (text: string) => text.replaceAll(/[\r\n]|\\$/g, '_').replaceAll(/[,= ]/g, '\\$&');
