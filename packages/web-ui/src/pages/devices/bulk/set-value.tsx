import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../../context/services.js';
import { guardOf, useRadioCosts } from '../../../radio/cost.js';
import { RadioCostView } from '../../../radio/cost-view.tsx';
import { radioTexts } from '../../../radio/texts.js';
import type { Device } from '../../../store/points.js';
import { uiTexts } from '../../../ui/value/texts.js';
import { entryText, unitOf, valueText } from '../../../ui/value/value-text.js';
import { BulkDialog } from './bulk-dialog.tsx';
import { type SettableParameter, sendingsOf, settableParameters, targetsOf } from './plan.js';
import { Progress } from './progress.tsx';
import { type BulkRun, startBulkRun } from './run.js';
import { bulkTexts } from './texts.js';

type Target = SettableParameter['points'][number];

/** Sets one parameter on several devices: first shows its cost, then the outcome on each device. */
export function SetValueDialog({
  devices,
  onClose,
}: {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}) {
  const { store, writer, consents } = useServices();
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const say = useTexts(bulkTexts);
  const sayRadio = useTexts(radioTexts);
  const parameters = useMemo(() => settableParameters(devices, store.peekPoint), []);
  const [id, setId] = useState('');
  const [value, setValue] = useState<unknown>();
  const [allChannels, setAllChannels] = useState(false);
  const [understood, setUnderstood] = useState(false);
  const [run, setRun] = useState<BulkRun<Target>>();
  const chosen = parameters.find((each) => each.id === id);
  const targets = chosen === undefined ? [] : targetsOf(chosen, allChannels);
  const costs = useRadioCosts(sendingsOf(targets, store.peekDevice));
  const guard = guardOf(costs);
  const missing = chosen === undefined || value === undefined ? say('chooseFirst') : undefined;
  const guarded =
    guard === 'refuse' ? sayRadio('refuse') : guard === 'ask' && !understood ? sayRadio('ask') : undefined;
  const name = ({ device }: Target) => store.peekDevice(device)?.summary.name ?? device;
  const start = async () => {
    if (chosen === undefined) return;
    const points = targets.flatMap(({ key }) => store.peekPoint(key) ?? []);
    const what = `${chosen.label}: ${valueText(chosen.summary, value, sayUi, formats)}`;
    const consent = await consents.toWrite(points, value, { name: say('setValue', { n: devices.length }), what });
    if (consent !== undefined) setRun(startBulkRun(targets, async ({ key }) => writer.write(key, value, consent)));
  };
  return (
    <BulkDialog
      title={say('setValue', { n: devices.length })}
      run={run}
      startLabel={say('start')}
      disabledReason={missing ?? guarded}
      onStart={() => void start()}
      onClose={onClose}
    >
      {run !== undefined ? (
        <Progress run={run} keyOf={({ key }) => key} nameOf={name} pointOf={({ key }) => key} />
      ) : parameters.length === 0 ? (
        <p>{say('nothing')}</p>
      ) : (
        <div class="form">
          <ParameterChoice
            parameters={parameters}
            total={devices.length}
            id={id}
            onChoose={(wanted) => {
              setId(wanted);
              setValue(parameters.find((each) => each.id === wanted)?.summary.type === 'ACTION' ? true : undefined);
            }}
          />
          {chosen !== undefined && <ValueField key={id} parameter={chosen} value={value} onChange={setValue} />}
          {chosen !== undefined && chosen.points.length > chosen.devices && (
            <Tick text={say('allChannels')} checked={allChannels} onChange={setAllChannels} />
          )}
          {chosen !== undefined && <RadioCostView costs={costs} />}
          {guard === 'ask' && <Tick text={say('understood')} checked={understood} onChange={setUnderstood} />}
        </div>
      )}
    </BulkDialog>
  );
}

interface TickProps {
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Tick({ text, checked, onChange }: TickProps) {
  return (
    <label class="row">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {text}
    </label>
  );
}

interface ParameterChoiceProps {
  readonly parameters: readonly SettableParameter[];
  /** Number of devices that were selected. */
  readonly total: number;
  readonly id: string;
  readonly onChoose: (id: string) => void;
}

function ParameterChoice({ parameters, total, id, onChoose }: ParameterChoiceProps) {
  const say = useTexts(bulkTexts);
  return (
    <label class="field">
      {say('what')}
      <select class="input" value={id} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{say('choose')}</option>
        {parameters.map((each) => (
          <option key={each.id} value={each.id}>
            {say('onOf', { label: `${each.label} (${each.parameter})`, n: each.devices, total })}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ValueFieldProps {
  readonly parameter: SettableParameter;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function ValueField({ parameter: { summary }, value, onChange }: ValueFieldProps) {
  const say = useTexts(bulkTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const { type, value_list, multiplier = 1, min, max } = summary;
  if (type === 'ACTION') return null;
  const options =
    type === 'BOOL'
      ? [true, false].map((each) => ({ value: each as unknown, text: valueText(summary, each, sayUi, formats) }))
      : value_list?.map((entry, index) => ({ value: index as unknown, text: entryText(summary, entry) }));
  if (options !== undefined) {
    return (
      <label class="field">
        {say('to')}
        <select
          class="input"
          value={value === undefined ? '' : JSON.stringify(value)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : JSON.parse(currentTarget.value))
          }
        >
          <option value="">—</option>
          {options.map((option) => (
            <option key={String(option.value)} value={JSON.stringify(option.value)}>
              {option.text}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const number = type === 'FLOAT' || type === 'INTEGER';
  const read = (text: string) => {
    if (!number) return text;
    const wanted = Number(text.replace(',', '.')) / multiplier;
    const inside = wanted >= (min ?? wanted) && wanted <= (max ?? wanted);
    return text.trim() !== '' && inside && (type === 'FLOAT' || Number.isInteger(wanted)) ? wanted : undefined;
  };
  return (
    <label class="field">
      {say('to')}
      {unitOf(summary)}
      <input
        class="input"
        inputMode={number ? 'decimal' : 'text'}
        onInput={({ currentTarget }) => onChange(read(currentTarget.value))}
      />
      {number && min !== undefined && max !== undefined && (
        <span class="small dim">{`${formats.number(min * multiplier)} … ${formats.number(max * multiplier)}`}</span>
      )}
    </label>
  );
}
