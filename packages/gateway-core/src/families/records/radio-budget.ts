import { factsOf, radioCost, receptionOf, SENDING_MS_AN_HOUR } from '@ccu-gateway/ccu-client/interfaces';
import type { Scope } from '@ccu-gateway/device-model';
import type { InterfaceRadioLoad, RadioBudgets } from '../../ports/diagnostics.js';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope } from '../../use-case/choose.js';
import { found } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use cases about the sending time of radio modules. */
export interface RadioBudgeting {
  readonly house: House;
  readonly radioBudgets: RadioBudgets;
}

/** Writes that a caller intends. */
export interface IntendedWrite extends Scope {
  readonly device_address: string;
  /** Default `VALUES`. */
  readonly paramset?: 'VALUES' | 'MASTER' | 'LINK' | undefined;
  /** Parameters of one write; default 1. */
  readonly parameters?: number | undefined;
  /** Equal writes; default 1. */
  readonly count?: number | undefined;
}

type Load = InterfaceRadioLoad & { readonly interfaceId: string; readonly central: string };

const tenths = (percent: number): number => Math.round(percent * 10) / 10;

/** From this forecast on normal writes are spread. */
const SPREAD_PERCENT = 80;

async function loadsOf({ house, radioBudgets }: RadioBudgeting, central: string): Promise<readonly Load[]> {
  const known = house.interfaces({ central });
  return (await radioBudgets.loads(central)).flatMap((load) => {
    const of = known.find(({ interface: name }) => name === load.interfaceName);
    return of === undefined ? [] : [{ ...load, central, interfaceId: of.id }];
  });
}

/**
 * Sending time of each radio module: its use in this hour, its forecast with everything that waits, and how writes are sent
 * now. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` where a CCU is not connected
 * @example
 * const { interfaces } = await core.as(caller).diagnostics.radioBudget({ central: 'home' });
 */
export const readRadioBudget = useCase(
  'viewer',
  async (ports: RadioBudgeting, _caller: Caller, request: Scope = {}) => {
    const { central } = knownScope(ports.house, request);
    const centrals = central === undefined ? ports.house.centralNames() : [central];
    const loads = (await Promise.all(centrals.map((name) => loadsOf(ports, name)))).flat();
    return {
      interfaces: loads.map((load) => ({
        central: load.central,
        interface_id: load.interfaceId,
        interface: load.interfaceName,
        used: tenths(load.usedPercent),
        forecast: tenths(load.forecastPercent),
        waiting: load.waiting,
        waiting_in_background: load.waitingInBackground,
        mode: load.mode,
      })),
    };
  },
);

/** Sums of the intended writes of one interface. */
interface Sum {
  readonly central: string;
  readonly interface_id: string;
  readonly interface: string;
  readonly radio: boolean;
  /** By address, as are the other sets. */
  readonly devices: Set<string>;
  readonly woken: Set<string>;
  readonly asleep: Set<string>;
  readonly unreachable: Set<string>;
  messages: number;
  airtimeMs: number;
}

function sumsOf(house: House, writes: readonly IntendedWrite[]): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const { device_address: address, paramset = 'VALUES', parameters = 1, count = 1, ...scope } of writes) {
    const device = found(house.device(address, scope));
    const { interface_id: id, interface: name, central = '', model, rx_mode: modes } = device;
    const facts = factsOf(name);
    const reception = receptionOf(facts, model, { ...modes, lazyConfig: modes?.lazy_config });
    const cost = radioCost(facts, { paramsetKey: paramset, parameters, reception });
    const sum: Sum = sums.get(id) ?? {
      central,
      interface_id: id,
      interface: name,
      radio: facts.airtime !== undefined,
      devices: new Set(),
      woken: new Set(),
      asleep: new Set(),
      unreachable: new Set(),
      messages: 0,
      airtimeMs: 0,
    };
    sums.set(id, sum);
    sum.devices.add(address);
    if (reception === 'burst') sum.woken.add(address);
    if (reception === 'asleep') sum.asleep.add(address);
    if (!device.available) sum.unreachable.add(address);
    sum.messages += cost.frames * count;
    sum.airtimeMs += cost.airtimeMs * count;
  }
  return [...sums.values()];
}

/**
 * Radio cost of intended writes, by interface: messages, the share of an hour, and the forecast with them. Sends nothing. Role
 * `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown device, `conflict` (reason `central_required`), `service_unready` where a
 * CCU is not connected
 * @example
 * const { interfaces } = await core.as(caller).diagnostics.radioEstimate({ writes: [{ device_address: '0001D3C99C0001' }] });
 */
export const estimateRadioCost = useCase(
  'viewer',
  async (ports: RadioBudgeting, _caller: Caller, { writes }: { readonly writes: readonly IntendedWrite[] }) => {
    const sums = sumsOf(ports.house, writes);
    const centrals = new Set(sums.filter(({ radio }) => radio).map(({ central }) => central));
    const loads = (await Promise.all([...centrals].map((central) => loadsOf(ports, central)))).flat();
    return {
      interfaces: sums.map(({ devices, woken, asleep, unreachable, airtimeMs, ...sum }) => {
        const load = loads.find(({ interfaceId }) => interfaceId === sum.interface_id);
        const share = (airtimeMs / SENDING_MS_AN_HOUR) * 100;
        return {
          ...sum,
          devices: devices.size,
          woken: woken.size,
          asleep: asleep.size,
          unreachable: unreachable.size,
          share: tenths(share),
          ...forecastOf(load, share),
        };
      }),
    };
  },
);

function forecastOf(load: Load | undefined, share: number) {
  if (load === undefined) return { mode: 'free' as const };
  const forecast = load.forecastPercent + share;
  const isSpread = load.mode === 'free' && share > 0 && forecast >= SPREAD_PERCENT;
  return {
    used: tenths(load.usedPercent),
    forecast: tenths(forecast),
    mode: isSpread ? ('spread' as const) : load.mode,
  };
}
