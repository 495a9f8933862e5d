import type { ApplySettingsResult, ApplyTarget, ExportedConfiguration } from '@ccu-gateway/contract/types';
import type { ParamsetWrite, Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, invalid } from '../../use-case/errors.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { type ParamsetWriting, placeOf, readParamset, writeParamset } from './paramsets.js';

/** A channel whose settings others get. */
export interface SettingsSource extends Scope {
  readonly address: string;
}

/** Channels that get the settings, and which. */
export interface SettingsForOthers extends SettingsSource {
  readonly targets: readonly string[];
  /** All that can be written when absent. */
  readonly parameters?: readonly string[] | undefined;
  readonly dryRun: boolean;
}

type Applied = ApplySettingsResult['results'][number];

/**
 * The channels that can have the settings of this one: of the same model and type at the same CCU. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` for a device
 * @example
 * const targets = core.as(caller).settings.targets({ address: '0001D3C99C0001:1' });
 */
export function listApplyTargets(
  { house }: Pick<ParamsetWriting, 'house'>,
  source: SettingsSource,
): readonly ApplyTarget[] {
  const { central, device, number } = channelOf({ house }, source);
  const own = found(house.channel({ central, address: device, channel: number }));
  const { model, interface: interfaceName } = found(house.device(device, { central }));
  return house
    .devices({ central })
    .filter((each) => each.model === model && each.interface === interfaceName)
    .flatMap((each) => {
      const channels = house.channels(each.address, { central });
      if (!channels.ok) return [];
      return channels.value
        .filter(({ type, address, paramset_keys: keys }) => {
          return type === own.type && address !== source.address && keys?.includes('MASTER') !== false;
        })
        .map(({ address, name }) => ({
          address,
          name: name ?? address,
          device_address: each.address,
          device_name: each.name,
        }));
    });
}

/**
 * Writes the settings of a channel to others, one after the other and only where they differ. Resolves with the differences
 * and the outcome of each; a failure of one keeps the others from nothing. Nothing is written where the source cannot be read
 * or a target does not fit. Role `operator`; audited as `paramset_write` for each.
 *
 * @throws GatewayError as `listApplyTargets`; `validation` naming each wrong target and parameter, `upstream_unavailable`,
 * `service_unready`
 * @example
 * const source = { address: '0001D3C99C0001:1', targets: ['0001D3C99C0002:1'], dryRun: true };
 * const { results } = await core.as(caller).settings.applyToOthers(source);
 */
export const applySettings = useCase(
  'operator',
  async (ports: ParamsetWriting, caller: Caller, request: SettingsForOthers): Promise<ApplySettingsResult> => {
    const { central, device, number: channel } = channelOf(ports, request);
    checkTargets(request, listApplyTargets(ports, request));
    const values = await readParamset(ports, { central, address: request.address, key: 'MASTER' });
    checkParameters(request, values);
    const file = found(
      ports.devices.exportConfiguration({
        ...{ central, address: device, channel, key: 'MASTER' },
        values: onlyNamed(values, request.parameters),
      }),
    );
    const results: Applied[] = [];
    for (const address of request.targets) {
      if (caller.signal.aborted) results.push({ address, state: 'skipped', changes: [] });
      else results.push(await applyTo(ports, caller, { central, address, file, dryRun: request.dryRun }));
    }
    return { results };
  },
);

/** Use cases of the family `settings`, by their names for a caller of the core. */
export const settingsUseCases = {
  targets: reading('viewer', listApplyTargets),
  applyToOthers: applySettings,
} as const;

interface Target {
  readonly central: string;
  readonly address: string;
  readonly file: ExportedConfiguration;
  readonly dryRun: boolean;
}

async function applyTo(
  ports: ParamsetWriting,
  caller: Caller,
  { central, address, file, dryRun }: Target,
): Promise<Applied> {
  let changes: Applied['changes'] = [];
  try {
    const present = await readParamset(ports, { central, address, key: 'MASTER' });
    const [device = '', number] = address.split(':');
    const planned = ports.devices.planImport({ central, address: device, channel: Number(number) }, file);
    if (!planned.ok) throw houseRefusal(planned);
    changes = differences(planned.write, present);
    if (changes.length === 0) return { address, state: 'unchanged', changes };
    if (dryRun) return { address, state: 'planned', changes };
    const values = Object.fromEntries(changes.map(({ parameter, to }) => [parameter, to]));
    await writeParamset(ports, caller, { central, address, key: 'MASTER', values });
    return { address, state: 'written', changes };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { address, state: 'failed', changes, code: error.code, message: error.message };
  }
}

/** Values that a CCU reads back differ in the last digits of a number. */
function differences(write: ParamsetWrite, present: Readonly<Record<string, unknown>>): Applied['changes'] {
  return Object.entries(write.values).flatMap(([parameter, { value: to }]) => {
    const from = present[parameter];
    const isSame =
      typeof from === 'number' && typeof to === 'number' ? Math.abs(from - to) < 1e-6 : String(from) === String(to);
    if (isSame || !isSimple(to)) return [];
    return [{ parameter, ...(isSimple(from) ? { from } : {}), to }];
  });
}

const isSimple = (value: unknown): value is number | boolean | string =>
  ['number', 'boolean', 'string'].includes(typeof value);

function onlyNamed(values: Readonly<Record<string, unknown>>, parameters: readonly string[] | undefined) {
  if (parameters === undefined) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => parameters.includes(name)));
}

function checkTargets({ targets }: SettingsForOthers, known: readonly ApplyTarget[]): void {
  const addresses = new Set(known.map(({ address }) => address));
  const errors = targets.flatMap((address, index) => {
    if (!addresses.has(address)) {
      const allowed = [...addresses].slice(0, 8).join(', ') || 'there is none';
      return [{ field: `targets.${index}`, reason: `must be another channel of the same model and type: ${allowed}` }];
    }
    return targets.indexOf(address) === index ? [] : [{ field: `targets.${index}`, reason: 'is listed twice' }];
  });
  if (errors.length > 0) throw invalid(errors);
}

function checkParameters({ parameters = [] }: SettingsForOthers, values: Readonly<Record<string, unknown>>): void {
  const errors = parameters.flatMap((name, index) =>
    Object.hasOwn(values, name) ? [] : [{ field: `parameters.${index}`, reason: 'is no setting of this channel' }],
  );
  if (errors.length > 0) throw invalid(errors);
}

function channelOf({ house }: Pick<ParamsetWriting, 'house'>, source: SettingsSource) {
  const { central, address } = placeOf(house, source);
  const [device = '', number] = address.split(':');
  if (number === undefined) {
    throw new GatewayError('unsupported', `${address} is a device; settings of a channel can be given to others`, {
      reason: 'unsupported',
    });
  }
  return { central, device, number: Number(number) };
}
