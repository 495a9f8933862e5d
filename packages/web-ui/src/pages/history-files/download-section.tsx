import { X } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import {
  type ChosenValue,
  chosenFrom,
  chosenText,
  isSameChoice,
  MOST_POINTS,
  pointsOfChoice,
  queryOfWish,
} from '../../history/file-choice.js';
import { dayOf } from '../../history/period.js';
import { type Device, deviceKeyOf, pointsOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { type Drawable, drawablesOf } from '../device/history/choice.js';
import { historyFilesTexts } from './texts.js';

const FORMATS = ['csv', 'influx', 'parquet'] as const;
const RESOLUTIONS = ['values', 'hours', 'days'] as const;

/** Values that a device can have recorded. */
function useValuesOf(): (choice: Pick<ChosenValue, 'central' | 'address'>) => readonly Drawable[] {
  const { store } = useServices();
  return ({ central, address }) => {
    const device = store.peekDevice(deviceKeyOf(central, address));
    return device === undefined ? [] : drawablesOf(address, pointsOf(device, store.peekPoint));
  };
}

/** Chooses values, a time and a format; the browser saves the file while the gateway makes it. */
export function DownloadSection() {
  const { base, now } = useServices();
  const say = useTexts(historyFilesTexts);
  const { query } = useHere();
  const valuesOf = useValuesOf();
  const [wish, setWish] = useState({ firstDay: '', lastDay: '', format: 'csv', resolution: 'values' });
  const chosen = chosenFrom(query.values);
  const points = pointsOfChoice(chosen, valuesOf);
  const centrals = [...new Set(chosen.map(({ central }) => central))];
  const central = centrals.length === 1 ? centrals[0] : undefined;
  const why = refusalOf();
  const today = dayOf(now());

  function refusalOf(): string | undefined {
    if (points.length > MOST_POINTS) return say('tooMany', { n: points.length, most: MOST_POINTS });
    if (chosen.length > 0 && points.length === 0) return say('nothingToSave');
    const { firstDay, lastDay } = wish;
    return firstDay !== '' && lastDay !== '' && firstDay > lastDay ? say('turnedRound') : undefined;
  }
  const select = <Name extends 'format' | 'resolution'>(name: Name, values: readonly string[]) => (
    <label class="field">
      {say(name)}
      <select
        class="input"
        value={wish[name]}
        onChange={({ currentTarget: { value } }) => setWish({ ...wish, [name]: value })}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {say(each as (typeof FORMATS)[number] | (typeof RESOLUTIONS)[number])}
          </option>
        ))}
      </select>
    </label>
  );
  const day = (name: 'firstDay' | 'lastDay', hint: string) => (
    <label class="field">
      {say(name)}
      <input
        type="date"
        class="input"
        value={wish[name]}
        max={today}
        onInput={({ currentTarget: { value } }) => setWish({ ...wish, [name]: value })}
      />
      <span class="small dim file-hint">{hint}</span>
    </label>
  );
  return (
    <Card title={say('download')}>
      <div class="stack">
        <ChosenValues chosen={chosen} />
        <div class="two-columns">
          {day('firstDay', say('firstDayHint'))}
          {day('lastDay', say('lastDayHint'))}
          {select('resolution', RESOLUTIONS)}
          {select('format', FORMATS)}
        </div>
        {why === undefined ? (
          <p>
            <a
              class="button primary"
              href={base.at(`api/v1/history/export?${queryOfWish({ ...wish, points, central })}`)}
              download
            >
              {say('downloadNow')}
            </a>
          </p>
        ) : (
          <Notice tone="warn" live>
            {why}
          </Notice>
        )}
        <p class="small dim">{say('streamed')}</p>
      </div>
    </Card>
  );
}

function ChosenValues({ chosen }: { readonly chosen: readonly ChosenValue[] }) {
  const { store } = useServices();
  const say = useTexts(historyFilesTexts);
  const { setQuery } = useHere();
  const valuesOf = useValuesOf();
  const set = (next: readonly ChosenValue[]) => setQuery({ values: chosenText(next) });
  const nameOf = (choice: ChosenValue): string => {
    const name = store.peekDevice(deviceKeyOf(choice.central, choice.address))?.summary.name ?? choice.address;
    if (choice.value === undefined) return say('allOf', { name });
    const place = `${choice.address}:${choice.value}`;
    return `${name} · ${valuesOf(choice).find((each) => each.place === place)?.label ?? choice.value}`;
  };
  return (
    <div class="stack">
      {chosen.length === 0 ? (
        <p>{say('everything')}</p>
      ) : (
        <ul class="row file-values" aria-label={say('chosen')}>
          {chosen.map((each) => (
            <li key={chosenText([each])} class="row private">
              {nameOf(each)}
              <Button
                kind="quiet"
                label={say('leaveOut', { name: nameOf(each) })}
                onClick={() => set(chosen.filter((other) => other !== each))}
              >
                <Icon of={X} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddValue chosen={chosen} onAdd={(choice) => set([...chosen, choice])} />
    </div>
  );
}

interface AddProps {
  readonly chosen: readonly ChosenValue[];
  readonly onAdd: (choice: ChosenValue) => void;
}

function AddValue({ chosen, onAdd }: AddProps) {
  const { store } = useServices();
  const say = useTexts(historyFilesTexts);
  const formats = useFormats();
  const valuesOf = useValuesOf();
  const [deviceKey, setDevice] = useState<string>();
  const [value, setValue] = useState('');
  const placeOf = ({ summary: { central = '', address } }: Device) => ({ central, address });
  const offered = store.devices.value
    .flatMap((key) => store.peekDevice(key) ?? [])
    .filter((device) => valuesOf(placeOf(device)).length > 0)
    .sort((a, b) => formats.compare(a.summary.name, b.summary.name));
  const device = offered.find(({ key }) => key === deviceKey) ?? offered[0];
  if (device === undefined) return null;
  const values = valuesOf(placeOf(device));
  const home = placeOf(device);
  const choice: ChosenValue = { ...home, ...(value !== '' && { value }) };
  const isThere = chosen.some((each) => isSameChoice(each, choice));
  return (
    <div class="row">
      <label class="row small">
        {say('device')}
        <select
          class="input private"
          value={device.key}
          onChange={({ currentTarget }) => {
            setDevice(currentTarget.value);
            setValue('');
          }}
        >
          {offered.map(({ key, summary }) => (
            <option key={key} value={key}>
              {summary.name}
            </option>
          ))}
        </select>
      </label>
      <label class="row small">
        {say('value')}
        <select class="input" value={value} onChange={({ currentTarget }) => setValue(currentTarget.value)}>
          <option value="">{say('allValues')}</option>
          {values.map(({ place, label }) => (
            <option key={place} value={place.slice(home.address.length + 1)}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button disabledReason={isThere ? say('there') : undefined} onClick={() => onAdd(choice)}>
        {say('add')}
      </Button>
    </div>
  );
}
