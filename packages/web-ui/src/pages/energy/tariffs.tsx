import type { EnergyTariffs } from '@ccu-gateway/contract/types';
import { Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { useUnsaved } from '../../context/use-unsaved.js';
import { dayOf } from '../../history/period.js';
import { Button } from '../../ui/form/button.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { CostPreview } from './cost-preview.tsx';
import { MeterRoles } from './meter-roles.tsx';
import { TariffForm } from './tariff-form.tsx';
import { changedFrom, inputOf, newTariff, type TariffFault, type TariffInput, tariffOf } from './tariff-input.js';
import { tariffTexts } from './tariff-texts.js';
import './energy.css';

/** Tariffs of energy and the roles of meters, with a preview of their prices. */
export function TariffsPage() {
  const { base } = useServices();
  const say = useTexts(tariffTexts);
  const stored = useResource(({ gateway }) => gateway.call('getTariffs'));
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('energy')}>
            {say('toEnergy')}
          </a>
        }
      >
        {say('about')}
      </PageHeader>
      <Loaded of={stored} height="12rem" count={2}>
        {(tariffs) => <Editor key={tariffs.revision} stored={tariffs} onStored={() => stored.reload()} />}
      </Loaded>
    </>
  );
}

interface Draft {
  readonly currency: string;
  readonly tariffs: readonly TariffInput[];
  readonly meters: EnergyTariffs['meters'];
}

function Editor({ stored, onStored }: { readonly stored: EnergyTariffs; readonly onStored: () => Promise<unknown> }) {
  const { gateway, announce, now } = useServices();
  const say = useTexts(tariffTexts);
  const formats = useFormats();
  const refusal = useRefusal('admin');
  const [draft, setDraft] = useState<Draft>(() => ({
    currency: stored.currency,
    tariffs: stored.tariffs.map((each) => inputOf(each, formats.inField)),
    meters: stored.meters,
  }));
  const [isChanged, noteChange] = useState(false);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    noteChange(true);
  };
  useUnsaved(isChanged);

  const read = draft.tariffs.map(tariffOf);
  const whole = read.flatMap((each) => ('tariff' in each ? [each.tariff] : []));
  const since = whole.length === read.length ? changedFrom(stored.tariffs, whole) : undefined;

  const request = { revision: stored.revision, currency: draft.currency, tariffs: whole, meters: draft.meters };

  async function save(): Promise<FieldErrors | undefined> {
    const mistakes = read.flatMap((each, index) =>
      'faults' in each
        ? each.faults.map((fault) => [`tariffs.${index}.${fault}`, faultText(index, fault)] as const)
        : [],
    );
    if (mistakes.length > 0) return Object.fromEntries(mistakes);
    const { meters, ...rest } = request;
    await gateway.call('setTariffs', {
      body: { ...rest, tariffs: whole, meters: meters.map((each) => ({ ...each })) },
    });
    noteChange(false);
    announce(say('saved'));
    await onStored();
    return undefined;
  }
  const faultText = (index: number, fault: TariffFault) =>
    `${say('tariffNo', { n: index + 1 })}: ${say(`fault_${fault}`)}`;

  return (
    <Form submitLabel={say('save')} disabledReason={refusal} onSubmit={save}>
      <Field name="currency" label={say('currency')}>
        <input
          value={draft.currency}
          maxLength={3}
          autocapitalize="characters"
          onInput={({ currentTarget }) => change({ currency: currentTarget.value.toUpperCase() })}
        />
      </Field>
      {draft.tariffs.length === 0 && <p>{say('none')}</p>}
      {draft.tariffs.map((tariff, index) => (
        <Card key={index} title={`${say('tariffNo', { n: index + 1 })}${tariff.name === '' ? '' : `: ${tariff.name}`}`}>
          <TariffForm
            at={`tariffs.${index}`}
            input={tariff}
            currency={draft.currency}
            onChange={(part) =>
              change({ tariffs: draft.tariffs.map((each, place) => (place === index ? { ...each, ...part } : each)) })
            }
            onRemove={() => change({ tariffs: draft.tariffs.filter((_, place) => place !== index) })}
          />
        </Card>
      ))}
      <div class="row">
        <Button onClick={() => change({ tariffs: [...draft.tariffs, newTariff(firstOfMonth(now()))] })}>
          <Icon of={Plus} />
          {say('add')}
        </Button>
      </div>
      <MeterRoles meters={draft.meters} onChange={(meters) => change({ meters })} />
      {since !== undefined && <p role="status">{say('recalculated', { day: since })}</p>}
      {isChanged && <CostPreview request={whole.length === read.length ? request : undefined} />}
    </Form>
  );
}

/** First day of the month, as a field for dates has it. */
const firstOfMonth = (nowMs: number): string => `${dayOf(nowMs).slice(0, 8)}01`;
