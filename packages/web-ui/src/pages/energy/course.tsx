import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import type { EnergyPeriod } from './energy-period.js';
import { amountOf, type Energy, type Part, type Totals } from './energy-sums.js';
import { energyTexts } from './texts.js';
import { MCT, UNITS, useUnits } from './units.js';

interface CourseProps {
  readonly parts: readonly Part[];
  readonly total: Totals;
  readonly energy: Energy;
  readonly period: EnergyPeriod;
}

/** Bars of consumption or cost, and all numbers as a table. */
export function Course({ parts, total, energy, period }: CourseProps) {
  const say = useTexts(energyTexts);
  const { language } = useServices();
  const { query } = useHere();
  const { amount, money } = useUnits(energy.kind, energy.currency);
  const times = partTimes(language.current.value, period.group);
  const isCost = query.show === 'cost';
  const numberOf = (part: Totals) => (isCost ? part.cost_mct : amountOf(energy.kind, part));
  const textOf = (part: Totals) => (isCost ? money(part.cost_mct) : amount(amountOf(energy.kind, part)));
  const highest = Math.max(...parts.map((part) => Math.abs(numberOf(part))), Number.MIN_VALUE);
  return (
    <>
      <div class="energy-bars" role="img" aria-label={say(isCost ? 'costChart' : 'chart', { value: textOf(total) })}>
        {parts.map((part) => (
          <span
            key={part.ts}
            class={`${part.gap ? 'gap' : ''}${numberOf(part) < 0 ? ' negative' : ''}`.trim()}
            style={{ height: `${(Math.abs(numberOf(part)) / highest) * 100}%` }}
            title={`${times.format(Date.parse(part.ts))}: ${textOf(part)}`}
          />
        ))}
      </div>
      <div class="energy-axis small dim" aria-hidden="true">
        <span>{times.format(Date.parse(parts[0]!.ts))}</span>
        <span>{times.format(Date.parse(parts.at(-1)!.ts))}</span>
      </div>
      <details>
        <summary>{say('asTable')}</summary>
        <PartsTable parts={parts} energy={energy} times={times} />
      </details>
    </>
  );
}

function PartsTable({
  parts,
  energy: { kind, currency },
  times,
}: {
  readonly parts: readonly Part[];
  readonly energy: Energy;
  readonly times: Intl.DateTimeFormat;
}) {
  const say = useTexts(energyTexts);
  const formats = useFormats();
  const note = ({ gap, reset, unpriced }: Part, hasPrices: boolean) =>
    [
      ...(gap ? [say('gap')] : []),
      ...(reset ? [say('reset')] : []),
      ...(unpriced > 0 && hasPrices ? [say('partlyPriced')] : []),
    ].join(', ');
  const has = (name: 'cost_mct' | 'feed_in_wh') => parts.some((part) => part[name] !== 0);
  const columns: readonly (readonly [title: string, value: (part: Part) => number])[] = [
    [`${say('consumed')} (${UNITS[kind]})`, (part) => amountOf(kind, part)],
    ...(kind === 'gas' ? [[`${say('energy')} (kWh)`, (part: Part) => part.consumed_wh / 1_000] as const] : []),
    ...(has('cost_mct') ? [[`${say('cost')} (${currency})`, (part: Part) => part.cost_mct / MCT] as const] : []),
    ...(has('feed_in_wh')
      ? [
          [`${say('feedIn')} (kWh)`, (part: Part) => part.feed_in_wh / 1_000] as const,
          [`${say('pay')} (${currency})`, (part: Part) => part.feed_in_mct / MCT] as const,
        ]
      : []),
  ];
  return (
    <table class="energy-table">
      <thead>
        <tr>
          <th scope="col">{say('time')}</th>
          {columns.map(([title]) => (
            <th key={title} scope="col" class="number">
              {title}
            </th>
          ))}
          <th scope="col">{say('note')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.ts}>
            <th scope="row">{times.format(Date.parse(part.ts))}</th>
            {columns.map(([title, value]) => (
              <td key={title} class="number">
                {formats.number(value(part))}
              </td>
            ))}
            <td>{note(part, has('cost_mct'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function partTimes(language: string, group: EnergyPeriod['group']): Intl.DateTimeFormat {
  if (group === 'month') return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  if (group === 'day') return new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short' });
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
}
