import { useTexts } from '../../context/services.js';
import {
  amountOf,
  type Compared,
  changeOf,
  chosenDevices,
  type Energy,
  partsOf,
  type Totals,
  totalsOf,
} from './energy-sums.js';
import { energyTexts } from './texts.js';
import { UNITS, useUnits } from './units.js';

/** Consumption and cost of the shown time, beside those of the time before. */
export function Total({ compared: { now, before }, of }: { readonly compared: Compared; readonly of: string }) {
  const say = useTexts(energyTexts);
  const { amount, money } = useUnits(now.kind, now.currency);
  const [total, earlier] = [totalsIn(now, of), totalsIn(before, of)];
  const [used, usedBefore] = [amountOf(now.kind, total), amountOf(now.kind, earlier)];
  // Base fees are those of the house.
  const fees = of === '' ? now.total_base_fee_mct : 0;
  const feesBefore = of === '' ? before.total_base_fee_mct : 0;
  const [cost, costBefore] = [
    total.cost_mct + fees - total.feed_in_mct,
    earlier.cost_mct + feesBefore - earlier.feed_in_mct,
  ];
  const hasCost = total.cost_mct !== 0 || fees !== 0 || total.feed_in_mct !== 0;
  return (
    <>
      <p>
        <strong>{amount(used)}</strong>
        {now.kind === 'gas' && total.consumed_wh > 0 && <> ({say('asEnergy', { n: total.consumed_wh / 1_000 })})</>}{' '}
        <Change now={used} before={usedBefore} text={amount(usedBefore)} />
      </p>
      {hasCost && (
        <>
          <p>
            <strong>{money(cost)}</strong> <Change now={cost} before={costBefore} text={money(costBefore)} />
          </p>
          {(fees !== 0 || total.feed_in_mct !== 0) && (
            <ul class="small dim">
              <li>{say('ofWork', { value: money(total.cost_mct) })}</li>
              {fees !== 0 && <li>{say('ofFees', { value: money(fees) })}</li>}
              {total.feed_in_mct !== 0 && <li>{say('ofPay', { value: money(total.feed_in_mct) })}</li>}
            </ul>
          )}
        </>
      )}
      <Unpriced energy={now} total={total} />
    </>
  );
}

const totalsIn = (energy: Energy, of: string): Totals => totalsOf(partsOf(chosenDevices(energy, of)));

function Change({ now, before, text }: { readonly now: number; readonly before: number; readonly text: string }) {
  const say = useTexts(energyTexts);
  const change = changeOf(now, before);
  if (change === undefined) return null;
  return (
    <span class="small dim">
      {say('before', { value: text })}
      {', '}
      {change === 0 ? say('same') : say(change > 0 ? 'more' : 'less', { n: Math.abs(change) })}
    </span>
  );
}

/** The part without a price, so that a cost never looks complete that is not. */
function Unpriced({ energy, total }: { readonly energy: Energy; readonly total: Totals }) {
  const say = useTexts(energyTexts);
  if (energy.tariff_revision === undefined) return <p class="small">{say('tariffsUnread')}</p>;
  if (total.unpriced === 0) return null;
  const isWh = energy.kind === 'electricity';
  return (
    <p class="small">
      {say('unpriced', { n: isWh ? total.unpriced / 1_000 : total.unpriced, unit: UNITS[energy.kind] })}
    </p>
  );
}
