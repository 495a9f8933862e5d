import type { EnergyTariffs } from '@ccu-gateway/contract/types';
import { ccuCounterOf } from '../../energy/ccu-counters.js';
import type { House, HubView } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';
import { found } from '../../use-case/refusal.js';
import { variableSeries } from '../../use-case/series.js';
import { type Stored, storedSeries } from './history.js';

/** Consumption that meters count. */
export type EnergyKind = 'electricity' | 'gas' | 'water';

/** One stored series of a meter. */
export interface MeterSeries {
  /** `ccu` is a counter that the CCU keeps for comparison. */
  readonly role: 'consumption' | 'feed_in' | 'power' | 'ccu';
  /** Number of the channel: powers of several are added up. */
  readonly of: string;
  /** Watt-hours, watts or litres of one unit of its values. */
  readonly factor: number;
  readonly stored: readonly Stored[];
}

/** A device with a meter of a kind. */
export interface Meter {
  readonly address: string;
  readonly name: string;
  readonly rooms: readonly string[];
  readonly isMain: boolean;
  /** False where the CCU has reported no value above 0: the device may have a sensor of another kind. */
  readonly hasCounted: boolean;
  readonly series: readonly MeterSeries[];
}

const LITRES = 1_000;

const PARAMETERS: Readonly<Record<EnergyKind, Readonly<Record<string, Pick<MeterSeries, 'role' | 'factor'>>>>> = {
  electricity: {
    ENERGY_COUNTER: { role: 'consumption', factor: 1 },
    IEC_ENERGY_COUNTER: { role: 'consumption', factor: 1_000 },
    ENERGY_COUNTER_FEED_IN: { role: 'feed_in', factor: 1 },
    POWER: { role: 'power', factor: 1 },
    IEC_POWER: { role: 'power', factor: 1 },
  },
  gas: {
    GAS_VOLUME: { role: 'consumption', factor: LITRES },
    GAS_ENERGY_COUNTER: { role: 'consumption', factor: LITRES },
  },
  water: { WATER_VOLUME: { role: 'consumption', factor: 1 } },
};
const CUBIC_METRE = /^m(?:³|3)$/;

/** Ports that find meters. */
export interface MeterPorts {
  readonly house: House;
  readonly hub: Pick<HubView, 'sysvars'>;
}

/**
 * The meters of a kind: of one device, or all of a CCU. The settings of a replaced device apply to its successor.
 *
 * @throws GatewayError `not_found` for an unknown central or device
 * @example
 * const meters = metersOf(ports, {}, 'gas', tariffs);
 */
export function metersOf(
  { house, hub }: MeterPorts,
  { central, device }: { readonly central?: string | undefined; readonly device?: string | undefined },
  kind: EnergyKind,
  { meters: roles }: Pick<EnergyTariffs, 'meters'>,
): readonly Meter[] {
  const scope = knownScope(house, { central });
  const all = device === undefined ? house.devices(scope) : [found(house.device(device, scope))];
  const counters = kind === 'electricity' ? ccuCounters(hub, scope) : [];
  return all.flatMap(({ address, central: name, ...rest }) => {
    const { channels, replaced = [] } = found(house.device(address, { central: name }));
    const addresses = [address, ...replaced.map((each) => each.address)];
    const roleOf = (number: number) =>
      roles.find(({ meter }) => addresses.some((each) => meter === `${each}:${number}`));
    let hasCounted = false;
    const series = channels.flatMap(({ number }) => {
      const counts = roleOf(number)?.counts;
      if (counts === 'nothing') return [];
      const own = Object.entries(PARAMETERS[kind]).flatMap(([parameter, { role, factor }]): readonly MeterSeries[] => {
        const place = { central: name, address, channel: number, parameter };
        const point = house.dataPoint(place);
        if (!point.ok) return [];
        hasCounted ||= typeof point.value.value === 'number' && point.value.value > 0 && role !== 'power';
        const isCubic = kind === 'water' && CUBIC_METRE.test(point.value.unit ?? '');
        return [
          {
            role: role === 'consumption' ? (counts ?? role) : role,
            of: `${number}`,
            factor: isCubic ? LITRES : factor,
            stored: storedSeries(house, place),
          },
        ];
      });
      if (!own.some(({ role }) => role === 'consumption')) return own;
      return [
        ...own,
        ...counters.filter(({ at }) => at === `${name}/${address}:${number}`).map(({ series: each }) => each),
      ];
    });
    if (series.length === 0) return [];
    const isMain = channels.some(({ number }) => roleOf(number)?.is_main === true);
    return [{ address, name: rest.name, rooms: rest.rooms ?? [], isMain, hasCounted, series }];
  });
}

const ALWAYS = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

function ccuCounters(hub: MeterPorts['hub'], scope: { readonly central?: string | undefined }) {
  return hub.sysvars(scope).flatMap((variable) => {
    const counter = ccuCounterOf(variable);
    if (counter === undefined || variable.central === undefined) return [];
    const name = variableSeries({ central: variable.central, name: variable.name });
    const series: MeterSeries = {
      role: 'ccu',
      of: counter.channel,
      factor: counter.unitWh,
      stored: [{ name, ...ALWAYS }],
    };
    return [{ at: `${variable.central}/${counter.channel}`, series }];
  });
}
