import type { EnergyTariffs } from '@ccu-gateway/contract/types';
import { useServices, useTexts } from '../../context/services.js';
import { pointsOf } from '../../store/points.js';
import { Card } from '../../ui/layout.tsx';
import { tariffTexts } from './tariff-texts.js';
import '../../ui/table/list.css';

type Role = EnergyTariffs['meters'][number];

const COUNTERS = /^(?:ENERGY_COUNTER(?:_FEED_IN)?|IEC_ENERGY_COUNTER|GAS_VOLUME|GAS_ENERGY_COUNTER|WATER_VOLUME)$/;
const COUNTS = ['consumption', 'feed_in', 'nothing'] as const;

/** The role of each channel that counts: consumption, feed-in or nothing, and the meter of the whole house. */
export function MeterRoles({
  meters,
  onChange,
}: {
  readonly meters: EnergyTariffs['meters'];
  readonly onChange: (meters: EnergyTariffs['meters']) => void;
}) {
  const { store } = useServices();
  const say = useTexts(tariffTexts);
  const channels = store.devices.value.flatMap((key) => {
    const device = store.peekDevice(key);
    if (device === undefined) return [];
    const numbers = pointsOf(device, store.peekPoint)
      .filter(({ summary }) => COUNTERS.test(summary.parameter))
      .map(({ channel }) => channel);
    return [...new Set(numbers)].map((number) => ({
      meter: `${device.summary.address}:${number}`,
      name: `${device.summary.name} · ${number}`,
    }));
  });
  if (channels.length === 0) return null;
  function set(meter: string, part: Partial<Role>): void {
    const before: Role = meters.find((each) => each.meter === meter) ?? { meter, is_main: false };
    const { counts, ...rest } = { ...before, ...part };
    const others = meters.filter((each) => each.meter !== meter);
    const isUsual = counts === undefined && !rest.is_main;
    onChange(isUsual ? others : [...others, { ...rest, ...(counts === undefined ? {} : { counts }) }]);
  }
  return (
    <Card title={say('meters')}>
      <p class="small dim">{say('metersAbout')}</p>
      <ul class="entries">
        {channels.map(({ meter, name }) => {
          const role = meters.find((each) => each.meter === meter);
          return (
            <li key={meter}>
              <span class="grow private">{name}</span>
              <select
                class="input"
                aria-label={say('countsOf', { name })}
                value={role?.counts ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  set(meter, { counts: COUNTS.find((each) => each === value) })
                }
              >
                <option value="">{say('counts_usual')}</option>
                {COUNTS.map((each) => (
                  <option key={each} value={each}>
                    {say(`counts_${each}`)}
                  </option>
                ))}
              </select>
              <label class="check">
                <input
                  type="checkbox"
                  checked={role?.is_main ?? false}
                  onChange={({ currentTarget: { checked } }) => set(meter, { is_main: checked })}
                />
                {say('main')}
              </label>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
