import { useTexts } from '../../context/services.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { amountOf, differingFromCcu, type Energy } from './energy-sums.js';
import { energyTexts } from './texts.js';
import { useUnits } from './units.js';

type Device = Energy['devices'][number];
type Share = Omit<Energy['rooms'][number], 'name'> & { readonly name: string; readonly is_main?: boolean };

/** The largest consumers first. */
export function Shares({
  title,
  all,
  energy: { kind, currency },
}: {
  readonly title: string;
  readonly all: readonly Share[];
  readonly energy: Energy;
}) {
  const say = useTexts(energyTexts);
  const { amount, money } = useUnits(kind, currency);
  const used = (each: Share) =>
    amountOf(kind, { consumed_wh: each.total_consumed_wh, volume_m3: each.total_volume_m3 });
  const sorted = [...all].sort((one, other) => used(other) - used(one));
  return (
    <Card title={title}>
      <ul class="entries">
        {sorted.map((each, index) => (
          <li key={`${each.name} ${index}`}>
            <span class="private">{each.name}</span>
            {each.is_main === true && <Chip>{say('main')}</Chip>}
            <strong>{amount(used(each))}</strong>
            {each.total_cost_mct !== 0 && <span>{money(each.total_cost_mct)}</span>}
            {each.total_feed_in_wh > 0 && (
              <span class="small dim">
                {say('feedIn')} {amount(each.total_feed_in_wh / 1_000)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Meters of which the CCU has counted something else: a hint to a lost report or a reset. */
export function CcuDifferences({
  devices,
  amount,
}: {
  readonly devices: readonly Device[];
  readonly amount: (value: number) => string;
}) {
  const say = useTexts(energyTexts);
  const differing = differingFromCcu(devices);
  if (differing.length === 0) return null;
  return (
    <Card title={say('ccuTitle')}>
      <p class="small">{say('ccuAbout')}</p>
      <ul class="entries">
        {differing.map(({ address, name, total_consumed_wh: own, ccu_consumed_wh: ccu = 0 }) => (
          <li key={address}>
            <span class="private">{name}</span>
            <span>{say('ccuDiffers', { own: amount(own / 1_000), ccu: amount(ccu / 1_000) })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
