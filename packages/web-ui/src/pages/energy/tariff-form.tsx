import { Trash2 } from 'lucide';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import {
  FACTORS,
  type FactorName,
  PRICE_TYPES,
  type PriceType,
  TARIFF_KINDS,
  type TariffFormProps,
  type TariffInput,
  type TariffKind,
  tariffOf,
} from './tariff-input.js';
import { tariffTexts } from './tariff-texts.js';
import { TimesForm } from './times-form.tsx';
import { WeekPreview } from './week-preview.tsx';

/** One tariff: its kind, its first day, its prices and fees, and the prices of a week. */
export function TariffForm({ at, input, currency, onChange, onRemove }: TariffFormProps) {
  const say = useTexts(tariffTexts);
  const text = (member: 'name' | 'price' | 'fee') => (
    <input
      value={input[member]}
      maxLength={64}
      {...(member === 'name' ? {} : { inputMode: 'decimal' as const })}
      onInput={({ currentTarget }) => onChange({ [member]: currentTarget.value })}
    />
  );
  const unit = input.kind === 'water' ? `${currency}/m³` : 'ct/kWh';
  const read = tariffOf(input);
  return (
    <div class="stack">
      <div class="tariff-fields">
        <Field name={`${at}.kind`} label={say('kind')}>
          <select
            value={input.kind}
            onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as TariffKind })}
          >
            {TARIFF_KINDS.map((each) => (
              <option key={each} value={each}>
                {say(each)}
              </option>
            ))}
          </select>
        </Field>
        <Field name={`${at}.name`} label={say('name')}>
          {text('name')}
        </Field>
        <Field name={`${at}.from`} label={say('from')}>
          <input
            type="date"
            value={input.from}
            onInput={({ currentTarget }) => onChange({ from: currentTarget.value })}
          />
        </Field>
        <Field name={`${at}.type`} label={say('type')}>
          <select
            value={input.type}
            onChange={({ currentTarget }) => onChange({ type: currentTarget.value as PriceType })}
          >
            {PRICE_TYPES.map((each) => (
              <option key={each} value={each}>
                {say(`type_${each}`)}
              </option>
            ))}
          </select>
        </Field>
        {input.type === 'variable' && <VariableFields at={at} input={input} onChange={onChange} />}
        <Field name={`${at}.price`} label={`${say(`price_${input.type}`)} (${unit})`}>
          {text('price')}
        </Field>
        <Field name={`${at}.fee`} label={`${say('fee')} (${currency})`} hint={say('feeHint')}>
          {text('fee')}
        </Field>
        <Field name={`${at}.per`} label={say('per')}>
          <select
            value={input.per}
            onChange={({ currentTarget }) => onChange({ per: currentTarget.value as TariffInput['per'] })}
          >
            <option value="month">{say('perMonth')}</option>
            <option value="day">{say('perDay')}</option>
          </select>
        </Field>
        {input.kind === 'gas' && <GasFields at={at} input={input} onChange={onChange} />}
      </div>
      {input.type === 'times' && <TimesForm at={at} input={input} unit={unit} onChange={onChange} />}
      {'tariff' in read && <WeekPreview tariff={read.tariff} unit={unit} />}
      <div class="row">
        <Button kind="danger" onClick={onRemove}>
          <Icon of={Trash2} />
          {say('remove')}
        </Button>
      </div>
    </div>
  );
}

/** Factors between cubic metres and kilowatt-hours. */
function GasFields({ at, input, onChange }: Pick<TariffFormProps, 'at' | 'input' | 'onChange'>) {
  const say = useTexts(tariffTexts);
  const number = (member: 'calorific' | 'state') => (
    <input
      value={input[member]}
      inputMode="decimal"
      maxLength={16}
      onInput={({ currentTarget }) => onChange({ [member]: currentTarget.value })}
    />
  );
  return (
    <>
      <Field name={`${at}.gas`} label={say('calorific')} hint={say('gasHint')}>
        {number('calorific')}
      </Field>
      <Field name={`${at}.state`} label={say('state')}>
        {number('state')}
      </Field>
    </>
  );
}

/** The system variable of a price, and its unit. */
function VariableFields({ at, input, onChange }: Pick<TariffFormProps, 'at' | 'input' | 'onChange'>) {
  const { scope } = useServices();
  const say = useTexts(tariffTexts);
  const sysvars = useResource(({ gateway }) => gateway.call('listSysvars', { query: scope.query() }));
  const numbers = (sysvars.current.value.value ?? []).filter(
    (each) => each.value_type !== 'STRING' && each.is_internal !== true,
  );
  const key = (central: string, name: string) => (name === '' ? '' : `${central}/${name}`);
  const chosen = key(input.central, input.sysvar);
  const known = numbers.map((each) => key(each.central ?? '', each.name));
  return (
    <>
      <Field name={`${at}.sysvar`} label={say('sysvar')} hint={say('sysvarHint')}>
        <select
          class="private"
          value={chosen}
          onChange={({ currentTarget: { value } }) =>
            onChange({ central: value.slice(0, value.indexOf('/')), sysvar: value.slice(value.indexOf('/') + 1) })
          }
        >
          {!known.includes(chosen) && <option value={chosen}>{input.sysvar === '' ? '—' : input.sysvar}</option>}
          {numbers.map((each) => (
            <option key={key(each.central ?? '', each.name)} value={key(each.central ?? '', each.name)}>
              {each.translated_name ?? each.name}
            </option>
          ))}
        </select>
      </Field>
      <Field name={`${at}.factor`} label={say('factor')}>
        <select
          value={input.factor}
          onChange={({ currentTarget }) => onChange({ factor: currentTarget.value as FactorName })}
        >
          {Object.keys(FACTORS).map((each) => (
            <option key={each} value={each}>
              {say(`factor_${each as FactorName}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field name={`${at}.percent`} label={say('percent')}>
        <input
          value={input.percent}
          inputMode="decimal"
          maxLength={16}
          onInput={({ currentTarget }) => onChange({ percent: currentTarget.value })}
        />
      </Field>
    </>
  );
}
