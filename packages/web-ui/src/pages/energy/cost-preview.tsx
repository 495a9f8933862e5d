import type { CallAnswer } from '@ccu-gateway/client';
import type { EnergyTariffsWriteRequest } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { tariffTexts } from './tariff-texts.js';
import { useUnits } from './units.js';

type Preview = CallAnswer<'previewTariffs'>;
type Month = Preview['months'][number];

interface CostPreviewProps {
  /** The tariffs as saving would store them; undefined while a field is not filled in rightly. */
  readonly request: EnergyTariffsWriteRequest | undefined;
}

/** The costs of past months before and after a change of the tariffs, on request. A further change takes them away. */
export function CostPreview({ request }: CostPreviewProps) {
  const { gateway } = useServices();
  const say = useTexts(tariffTexts);
  const asking = useAction();
  const [found, setFound] = useState<{ readonly of: string; readonly preview: Preview }>();
  const text = JSON.stringify(request);
  const isPresent = found !== undefined && found.of === text;
  const ask = () =>
    asking.run(async () => {
      if (request === undefined) return;
      const { tariffs, meters, ...rest } = request;
      const body = { ...rest, tariffs: [...tariffs], meters: meters.map((each) => ({ ...each })) };
      setFound({ of: text, preview: await gateway.call('previewTariffs', { body }) });
    });
  return (
    <section class="stack" aria-label={say('costPreview')}>
      <div class="row">
        <Button
          disabledReason={
            asking.busy ? say('previewing') : request === undefined ? say('previewIncomplete') : undefined
          }
          onClick={() => void ask()}
        >
          {say('costPreview')}
        </Button>
      </div>
      {asking.error !== undefined && <ErrorBox error={asking.error} />}
      {isPresent && <Costs preview={found.preview} />}
    </section>
  );
}

/** What people pay: the costs and fees without the pay for the feed-in. */
const paid = ({ cost_mct, base_fee_mct, feed_in_mct }: Month['before']) => cost_mct + base_fee_mct - feed_in_mct;

function Costs({ preview: { months, currency } }: { readonly preview: Preview }) {
  const { language } = useServices();
  const say = useTexts(tariffTexts);
  const { money } = useUnits('electricity', currency);
  if (months.length === 0) return <p role="status">{say('previewNone')}</p>;
  const month = new Intl.DateTimeFormat(language.current.value, { month: 'long', year: 'numeric' });
  const sum = (side: 'before' | 'after') => months.reduce((total, each) => total + paid(each[side]), 0);
  const row = (name: string, before: number, after: number) => (
    <>
      <th scope="row">{name}</th>
      <td class="number">{money(before)}</td>
      <td class="number">{money(after)}</td>
      <td class="number">{`${after > before ? '+' : ''}${money(after - before)}`}</td>
    </>
  );
  return (
    <div role="status" class="cost-preview">
      <table class="energy-table">
        <caption class="visually-hidden">{say('costPreview')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('month')}</th>
            <th scope="col" class="number">
              {say('costBefore')}
            </th>
            <th scope="col" class="number">
              {say('costAfter')}
            </th>
            <th scope="col" class="number">
              {say('costChange')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ kind, ts, before, after }) => (
            <tr key={`${kind} ${ts}`}>
              {row(`${month.format(Date.parse(ts))}, ${say(kind)}`, paid(before), paid(after))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>{row(say('allMonths'), sum('before'), sum('after'))}</tr>
        </tfoot>
      </table>
    </div>
  );
}
