import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { type DiagramSeries, MOST_SERIES } from '../../history/diagram-series.js';
import { pointsOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { drawablesOf } from '../device/history/choice.js';
import { diagramTexts } from './texts.js';

interface AddProps {
  readonly isFull: boolean;
  readonly has: (series: DiagramSeries) => boolean;
  readonly onAdd: (series: DiagramSeries) => void;
}

/** Adds a value of a device. Devices and values that are shown first tell most. */
export function AddSeries({ isFull, has, onAdd }: AddProps) {
  const { store } = useServices();
  const say = useTexts(diagramTexts);
  const formats = useFormats();
  const offered = store.devices.value
    .flatMap((key) => store.peekDevice(key) ?? [])
    .map((device) => ({ device, values: drawablesOf(device.summary.address, pointsOf(device, store.peekPoint)) }))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => formats.compare(a.device.summary.name, b.device.summary.name));
  const [deviceKey, setDevice] = useState(offered[0]?.device.key);
  const [valueId, setValue] = useState<string>();
  const chosen = offered.find(({ device }) => device.key === deviceKey) ?? offered[0];
  if (chosen === undefined) return null;
  const ranked = chosen.values.toSorted((a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE));
  const value = ranked.find(({ id }) => id === valueId) ?? ranked[0]!;
  const [channel = '', parameter = ''] = value.id.split('.');
  const { address, central = '' } = chosen.device.summary;
  const series = { central, channel_address: `${address}:${channel}`, parameter };
  const reason = isFull ? say('most', { n: MOST_SERIES }) : has(series) ? say('there') : undefined;
  return (
    <div class="row">
      <label class="row small">
        {say('device')}
        <select
          class="input private"
          value={chosen.device.key}
          onChange={({ currentTarget }) => {
            setDevice(currentTarget.value);
            setValue(undefined);
          }}
        >
          {offered.map(({ device }) => (
            <option key={device.key} value={device.key}>
              {device.summary.name}
            </option>
          ))}
        </select>
      </label>
      <label class="row small">
        {say('value')}
        <select class="input" value={value.id} onChange={({ currentTarget }) => setValue(currentTarget.value)}>
          {ranked.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button disabledReason={reason} onClick={() => onAdd(series)}>
        {say('add')}
      </Button>
    </div>
  );
}
