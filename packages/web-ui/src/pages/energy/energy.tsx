import { ChevronLeft, ChevronRight, Printer, Receipt, Zap } from 'lucide';
import { useMemo, useRef } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Card, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { Course } from './course.tsx';
import { EnergyHeat } from './energy-heat.tsx';
import { type EnergyPeriod, energyPeriod, PERIODS } from './energy-period.js';
import { type Compared, chosenDevices, type Energy, type EnergyKind, partsOf, totalsOf } from './energy-sums.js';
import { CcuDifferences, Shares } from './shares.tsx';
import { Standby } from './standby.tsx';
import { energyTexts } from './texts.js';
import { Total } from './total.tsx';
import { useUnits } from './units.js';
import '../../ui/table/list.css';
import './energy.css';

const KINDS: readonly EnergyKind[] = ['electricity', 'gas', 'water'];

/** Energy, gas and water of devices, rooms and all, and the cost, beside the time before. */
export function EnergyPage() {
  const { now, base, session } = useServices();
  const say = useTexts(energyTexts);
  const { query } = useHere();
  const page = useRef<HTMLDivElement>(null);
  const kind = KINDS.find((each) => each === query.kind) ?? 'electricity';
  const period = useMemo(() => energyPeriod(query.range, now(), query.back), [query.range, query.back]);
  const energy = useResource(
    async ({ gateway, scope }): Promise<Compared> => {
      const read = ({ from, to }: { readonly from: number; readonly to: number }) =>
        gateway.call('getEnergy', {
          query: {
            ...scope.query(),
            kind,
            group: period.group,
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
          },
        });
      const [shown, before] = await Promise.all([read(period), read(period.before)]);
      return { now: shown, before };
    },
    { inputs: [period, kind] },
  );
  function print(): void {
    // Paper has no way to open a table.
    for (const each of page.current?.querySelectorAll('details') ?? []) each.open = true;
    window.print();
  }
  return (
    <div ref={page} class="energy-page">
      <PageHeader
        title={say('title')}
        actions={
          <span class="row no-print">
            {session.may('admin') && (
              <a class="button" href={base.at('energy/tariffs')}>
                <Icon of={Receipt} />
                {say('tariffs')}
              </a>
            )}
            <Button onClick={print}>
              <Icon of={Printer} />
              {say('print')}
            </Button>
          </span>
        }
      >
        {say('about')}
      </PageHeader>
      <Loaded of={energy} height="10rem" count={2}>
        {(compared) =>
          compared.now.kinds.length === 0 ? (
            <Empty title={say('none')} icon={Zap}>
              <p>{say('noneHint')}</p>
            </Empty>
          ) : (
            <Shown compared={compared} period={period} />
          )
        }
      </Loaded>
    </div>
  );
}

function Shown({ compared, period }: { readonly compared: Compared; readonly period: EnergyPeriod }) {
  const say = useTexts(energyTexts);
  const { query } = useHere();
  const energy = compared.now;
  const devices = chosenDevices(energy, query.of);
  const parts = partsOf(devices);
  const { amount } = useUnits(energy.kind, energy.currency);
  return (
    <div class="stack">
      <Kinds energy={energy} />
      <Choice energy={energy} period={period} />
      <Card title={say('consumed')}>
        <Total compared={compared} of={query.of ?? ''} />
        {parts.length === 0 ? (
          <p>{say('nothing')}</p>
        ) : (
          <Course parts={parts} total={totalsOf(parts)} energy={energy} period={period} />
        )}
      </Card>
      <div class="two-columns">
        <Shares title={say('devices')} all={energy.devices} energy={energy} />
        {energy.rooms.length > 0 && <Shares title={say('rooms')} all={energy.rooms} energy={energy} />}
      </div>
      <CcuDifferences devices={energy.devices} amount={amount} />
      {parts.length > 0 && <EnergyHeat kind={energy.kind} of={query.of ?? ''} />}
      {energy.kind === 'electricity' && <Standby />}
    </div>
  );
}

function Kinds({ energy }: { readonly energy: Energy }) {
  const say = useTexts(energyTexts);
  const { setQuery } = useHere();
  if (energy.kinds.length < 2) return null;
  return (
    <fieldset class="row energy-kinds no-print">
      <legend class="visually-hidden">{say('kind')}</legend>
      {energy.kinds.map((each) => (
        <Button
          key={each}
          pressed={each === energy.kind}
          onClick={() => setQuery({ kind: each === 'electricity' ? '' : each, of: '' })}
        >
          {say(each)}
        </Button>
      ))}
    </fieldset>
  );
}

function Choice({ energy, period }: { readonly energy: Energy; readonly period: EnergyPeriod }) {
  const say = useTexts(energyTexts);
  const { language } = useServices();
  const { query, setQuery } = useHere();
  const dates = new Intl.DateTimeFormat(language.current.value, { dateStyle: 'medium' });
  const goBack = (back: number) => setQuery({ back: back === 0 ? '' : String(back) });
  return (
    <div class="row">
      <label class="row small">
        {say('range')}
        <select
          class="input"
          value={period.name}
          onChange={({ currentTarget: { value } }) => setQuery({ range: value === 'today' ? '' : value, back: '' })}
        >
          {PERIODS.map(([name]) => (
            <option key={name} value={name}>
              {say(name)}
            </option>
          ))}
        </select>
      </label>
      <span class="row">
        <Button kind="quiet" label={say('earlier')} onClick={() => goBack(period.back + 1)}>
          <Icon of={ChevronLeft} />
        </Button>
        <span class="small">{dates.formatRange(period.from, Math.max(period.from, period.to - 1))}</span>
        {period.back > 0 && (
          <Button kind="quiet" label={say('later')} onClick={() => goBack(period.back - 1)}>
            <Icon of={ChevronRight} />
          </Button>
        )}
      </span>
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
      <label class="row small">
        {say('shown')}
        <select
          class="input"
          value={query.show ?? ''}
          onChange={({ currentTarget: { value } }) => setQuery({ show: value })}
        >
          <option value="">{say('consumed')}</option>
          <option value="cost">{say('cost')}</option>
        </select>
      </label>
    </div>
  );
}
