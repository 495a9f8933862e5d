import { Zap } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Card, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type EnergyPeriod, energyPeriod, PERIODS } from './energy-period.js';
import { changeOf, chosenDevices, consumedBy, type Energy, type Part, partsOf } from './energy-sums.js';
import { energyTexts } from './texts.js';
import '../../ui/table/list.css';
import './energy.css';

interface Compared {
  readonly now: Energy;
  readonly before: Energy;
}

/** Energy of devices, rooms and all, over a day, week, month or year, beside the time before. */
export function EnergyPage() {
  const { now } = useServices();
  const say = useTexts(energyTexts);
  const { query } = useHere();
  const period = useMemo(() => energyPeriod(query.range, now()), [query.range]);
  const energy = useResource(
    async ({ gateway, scope }): Promise<Compared> => {
      const read = ({ from, to }: { readonly from: number; readonly to: number }) =>
        gateway.call('getEnergy', {
          query: {
            ...scope.query(),
            group: period.group,
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
          },
        });
      const [shown, before] = await Promise.all([read(period), read(period.before)]);
      return { now: shown, before };
    },
    { inputs: [period] },
  );
  return (
    <>
      <PageHeader title={say('title')}>{say('about')}</PageHeader>
      <Loaded of={energy} height="10rem" count={2}>
        {(compared) =>
          compared.now.devices.length === 0 ? (
            <Empty title={say('none')} icon={Zap}>
              <p>{say('noneHint')}</p>
            </Empty>
          ) : (
            <Shown compared={compared} period={period} />
          )
        }
      </Loaded>
    </>
  );
}

function Shown({ compared, period }: { readonly compared: Compared; readonly period: EnergyPeriod }) {
  const say = useTexts(energyTexts);
  const { query } = useHere();
  const devices = chosenDevices(compared.now, query.of);
  const parts = partsOf(devices);
  const total = consumedBy(devices);
  return (
    <div class="stack">
      <Choice energy={compared.now} period={period} />
      <Card title={say('consumed')}>
        <Total total={total} before={consumedBy(chosenDevices(compared.before, query.of))} />
        {parts.length === 0 ? <p>{say('nothing')}</p> : <Course parts={parts} total={total} period={period} />}
      </Card>
      <div class="two-columns">
        <Shares title={say('devices')} all={devices} />
        {compared.now.rooms.length > 0 && <Shares title={say('rooms')} all={compared.now.rooms} />}
      </div>
    </div>
  );
}

function Choice({ energy, period }: { readonly energy: Energy; readonly period: EnergyPeriod }) {
  const say = useTexts(energyTexts);
  const { query, setQuery } = useHere();
  return (
    <div class="row">
      <label class="row small">
        {say('range')}
        <select
          class="input"
          value={period.name}
          onChange={({ currentTarget: { value } }) => setQuery({ range: value === 'today' ? '' : value })}
        >
          {PERIODS.map(([name]) => (
            <option key={name} value={name}>
              {say(name)}
            </option>
          ))}
        </select>
      </label>
      <label class="row small private">
        {say('of')}
        <select
          class="input"
          value={query.of ?? ''}
          onChange={({ currentTarget: { value } }) => setQuery({ of: value })}
        >
          <option value="">{say('all')}</option>
          <optgroup label={say('rooms')}>
            {energy.rooms.map(({ name }) => (
              <option key={name} value={`room:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label={say('devices')}>
            {energy.devices.map(({ address, name }) => (
              <option key={address} value={`device:${address}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
    </div>
  );
}

const KILO = 1_000;

function Total({ total, before }: { readonly total: number; readonly before: number }) {
  const say = useTexts(energyTexts);
  const formats = useFormats();
  const change = changeOf(total, before);
  return (
    <p>
      <strong>{formats.number(total / KILO)} kWh</strong>{' '}
      {change !== undefined && (
        <span class="small dim">
          {say('before', { value: formats.number(before / KILO) })}
          {', '}
          {change === 0 ? say('same') : say(change > 0 ? 'more' : 'less', { n: Math.abs(change) })}
        </span>
      )}
    </p>
  );
}

/** Bars, and the same as a table. */
function Course({
  parts,
  total,
  period,
}: {
  readonly parts: readonly Part[];
  readonly total: number;
  readonly period: EnergyPeriod;
}) {
  const say = useTexts(energyTexts);
  const formats = useFormats();
  const { language } = useServices();
  const times = partTimes(language.current.value, period.group);
  const highest = Math.max(...parts.map(({ consumed }) => consumed), Number.MIN_VALUE);
  const note = ({ gap, reset }: Part) => [...(gap ? [say('gap')] : []), ...(reset ? [say('reset')] : [])].join(', ');
  const hasFeedIn = parts.some(({ feedIn }) => feedIn > 0);
  return (
    <>
      <div class="energy-bars" role="img" aria-label={say('chart', { value: formats.number(total / KILO) })}>
        {parts.map((part) => (
          <span
            key={part.ts}
            class={part.gap ? 'gap' : ''}
            style={{ height: `${(part.consumed / highest) * 100}%` }}
            title={`${times.format(Date.parse(part.ts))}: ${formats.number(part.consumed / KILO)} kWh`}
          />
        ))}
      </div>
      <details>
        <summary>{say('asTable')}</summary>
        <table class="energy-table">
          <thead>
            <tr>
              <th scope="col">{say('time')}</th>
              <th scope="col" class="number">
                {say('consumed')} (kWh)
              </th>
              {hasFeedIn && (
                <th scope="col" class="number">
                  {say('feedIn')} (kWh)
                </th>
              )}
              <th scope="col">{say('note')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.ts}>
                <th scope="row">{times.format(Date.parse(part.ts))}</th>
                <td class="number">{formats.number(part.consumed / KILO)}</td>
                {hasFeedIn && <td class="number">{formats.number(part.feedIn / KILO)}</td>}
                <td>{note(part)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function partTimes(language: string, group: EnergyPeriod['group']): Intl.DateTimeFormat {
  if (group === 'month') return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  if (group === 'day') return new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short' });
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
}

interface Share {
  readonly name: string;
  readonly total_consumed_wh: number;
  readonly total_feed_in_wh: number;
}

/** The largest consumers first. */
function Shares({ title, all }: { readonly title: string; readonly all: readonly Share[] }) {
  const say = useTexts(energyTexts);
  const formats = useFormats();
  const sorted = [...all].sort((one, other) => other.total_consumed_wh - one.total_consumed_wh);
  return (
    <Card title={title}>
      <ul class="entries">
        {sorted.map(({ name, total_consumed_wh: consumed, total_feed_in_wh: feedIn }, index) => (
          <li key={`${name} ${index}`}>
            <span class="private">{name}</span>
            <strong>{formats.number(consumed / KILO)} kWh</strong>
            {feedIn > 0 && (
              <span class="small dim">
                {say('feedIn')} {formats.number(feedIn / KILO)} kWh
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
