import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { patternFault } from '@ccu-gateway/device-model';
import type {
  CentralControl,
  CentralProbe,
  CentralSettings,
  CentralView,
  DiscoveredCcu,
  Discovery,
} from '../../ports/centrals.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** Ports of the use cases about centrals. */
export interface CentralWriting extends Recording {
  readonly centralView: CentralView;
  readonly centralControl: CentralControl;
  readonly discovery: Discovery;
}

/**
 * The settings of one central, secrets masked.
 *
 * @throws GatewayError `not_found`
 * @example
 * const { host } = await getCentral(ports.centralView, 'home');
 */
export async function getCentral(view: CentralView, name: string): Promise<CentralSettings> {
  const row = (await view.centrals()).find((central) => central.name === name);
  if (row === undefined) throw notFound(`CCU ${name}`);
  return row;
}

/**
 * Adds a central and resolves with its settings, secrets masked. Role `admin`; audited as `central_create`.
 *
 * @throws GatewayError `validation`, `conflict` (reason `name_taken`, in any case of letters), `service_unready`
 * without storage
 * @example
 * const interfaces = [{ name: 'HmIP-RF', enabled: true }];
 * await core.as(caller).centrals.create({ name: 'home', host: 'ccu.lan', enabled: true, interfaces });
 */
export const createCentral = useCase(
  'admin',
  async (ports: CentralWriting, caller: Caller, settings: CentralSettings): Promise<CentralSettings> => {
    const accepted = acceptSettings(settings);
    const taken = (await ports.centralView.centrals()).some(
      ({ name }) => name.toLowerCase() === settings.name.toLowerCase(),
    );
    if (taken)
      throw new GatewayError('conflict', `A CCU named ${settings.name} exists already`, { reason: 'name_taken' });
    const change = { action: 'central_create', central: settings.name };
    return await makeChange(ports, caller, change, () => ports.centralControl.create(accepted));
  },
);

/**
 * Replaces all settings of a CCU. The name stays: it is part of every address. A password of `***` keeps the stored
 * one. Role `admin`; audited as `central_write`.
 *
 * @throws GatewayError `not_found`, `validation`, `service_unready` without storage
 * @example
 * await core.as(caller).centrals.replace('home', { ...settings, host: '192.0.2.1' });
 */
export const replaceCentral = useCase(
  'admin',
  async (ports: CentralWriting, caller: Caller, name: string, settings: CentralSettings): Promise<void> => {
    if (settings.name !== name) throw invalid([{ field: 'name', reason: 'must be the name in the path' }]);
    const accepted = acceptSettings(settings);
    await getCentral(ports.centralView, name);
    const change = { action: 'central_write', central: name };
    await makeChange(ports, caller, change, () => ports.centralControl.replace(accepted));
  },
);

/**
 * Removes a central: its devices and hub are gone from the installation afterwards. Role `admin`; audited as
 * `central_delete`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `configured_in_file`) where those of the configuration file would
 * count again, `service_unready` without storage
 * @example
 * await core.as(caller).centrals.delete('home');
 */
export const deleteCentral = useCase(
  'admin',
  async (ports: CentralWriting, caller: Caller, name: string): Promise<void> => {
    await getCentral(ports.centralView, name);
    const change = { action: 'central_delete', central: name };
    await makeChange(ports, caller, change, () => ports.centralControl.remove(name));
  },
);

/**
 * Asks whether a CCU answers at these settings, without storing them. A CCU that is away is an answer (`reachable:
 * false`), not an error. Role `admin`; audited as `central_probe`, with the host, because a login may be sent there.
 *
 * @throws GatewayError `validation`
 * @example
 * const { reachable, note } = await core.as(caller).centrals.probe(settings);
 */
export const probeCentral = useCase(
  'admin',
  async (ports: CentralWriting, caller: Caller, settings: CentralSettings): Promise<CentralProbe> => {
    const accepted = acceptSettings(settings);
    const change = { action: 'central_probe', central: settings.name, note: settings.host };
    return await makeChange(ports, caller, change, () => ports.centralControl.probe(accepted, caller.signal));
  },
);

/**
 * Has the CCUs of the configuration file count again: those that were changed at run time are forgotten, with their passwords. Role
 * `admin`; audited as `central_file_take`.
 *
 * @throws GatewayError `conflict` (reason `file_without_ccus`, or where it would end the last way to sign in), `service_unready`
 * @example
 * await core.as(caller).centrals.takeFile();
 */
export const takeCentralsFile = useCase('admin', async (ports: CentralWriting, caller: Caller): Promise<void> => {
  await makeChange(ports, caller, { action: 'central_file_take' }, () => ports.centralControl.takeFile());
});

/**
 * Writes the CCUs that count into the configuration file, their passwords sealed; the rest of the file stays. Role `admin`; audited as
 * `central_file_write`.
 *
 * @throws GatewayError `conflict` (reasons `no_file`, `file_not_written`), `service_unready`
 * @example
 * await core.as(caller).centrals.writeFile();
 */
export const writeCentralsFile = useCase('admin', async (ports: CentralWriting, caller: Caller): Promise<void> => {
  await makeChange(ports, caller, { action: 'central_file_write' }, () => ports.centralControl.writeFile());
});

/**
 * The CCUs that announced themselves lately, without the ignored ones; `configured` where the host or the serial is
 * that of a central. Takes a moment to look around. Role `admin`.
 *
 * @example
 * const found = await core.as(caller).centrals.discovered();
 */
export async function listDiscovered(
  ports: CentralWriting,
): Promise<readonly (DiscoveredCcu & { readonly configured: boolean })[]> {
  const configured = await ports.centralView.centrals();
  return (await ports.discovery.discovered()).map((ccu) => ({
    ...ccu,
    configured: configured.some(
      ({ host, serial }) => host === ccu.host || (serial !== undefined && serial === ccu.serial),
    ),
  }));
}

/**
 * Leaves a CCU out of discovery from now on, by its serial. Role `admin`; audited as `discovery_ignore`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * await core.as(caller).centrals.ignore('3014F711A0001F');
 */
export const ignoreDiscovered = useCase(
  'admin',
  async (ports: CentralWriting, caller: Caller, serial: string): Promise<void> => {
    const seen = (await ports.discovery.discovered()).find((ccu) => ccu.serial === serial);
    await ports.discovery.ignore({
      serial,
      name: seen?.name,
      host: seen?.host,
      ignoredAt: ports.clock.now(),
      ignoredBy: principalOf(caller).subject,
    });
    recordChange(ports, caller, { action: 'discovery_ignore', note: serial });
  },
);

/**
 * Lets discovery show an ignored CCU again. Role `admin`; audited as `discovery_unignore`.
 *
 * @throws GatewayError `not_found` when it was not ignored, `service_unready` without storage
 * @example
 * await core.as(caller).centrals.unignore('3014F711A0001F');
 */
export const unignoreDiscovered = useCase(
  'admin',
  async (ports: CentralWriting, caller: Caller, serial: string): Promise<void> => {
    if (!(await ports.discovery.unignore(serial))) throw notFound(`Ignored CCU ${serial}`);
    recordChange(ports, caller, { action: 'discovery_unignore', note: serial });
  },
);

/** The settings to store: the protocol of an interface follows from its name. */
function acceptSettings(settings: CentralSettings): CentralSettings {
  checkSettings(settings);
  return { ...settings, interfaces: settings.interfaces.map(({ rpc_type: _said, ...kept }) => kept) };
}

/** Callers may repeat the protocol of an interface, not change it. */
function rpcTypeFaults(interfaces: CentralSettings['interfaces']) {
  return interfaces.flatMap(({ name, rpc_type: said }, index) => {
    const own = factsOf(name).protocol === 'bin' ? 'binrpc' : 'xmlrpc';
    return said === undefined || said === '' || said === own
      ? []
      : [{ field: `interfaces.${index}.rpc_type`, reason: `${name} speaks ${own}` }];
  });
}

function checkSettings({ interfaces, password_plain: plain, password_env: env, visibility }: CentralSettings) {
  const mistaken = rpcTypeFaults(interfaces).slice(0, 1);
  if (mistaken.length > 0) throw invalid(mistaken);
  const faults = (visibility?.un_ignore ?? []).flatMap((pattern, index) => {
    const reason = patternFault(pattern);
    return reason === undefined ? [] : [{ field: `visibility.un_ignore.${index}`, reason }];
  });
  if (faults.length > 0) throw invalid(faults);
  const names = interfaces.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid([{ field: 'interfaces', reason: `${twice} is listed twice` }]);
  if (plain !== undefined && plain !== '' && env !== undefined) {
    throw invalid([{ field: 'password_env', reason: 'cannot go with password_plain' }]);
  }
}

/** Use cases of the family `centrals`, by their names for a caller of the core. */
export const centralsUseCases = {
  create: createCentral,
  replace: replaceCentral,
  delete: deleteCentral,
  probe: probeCentral,
  takeFile: takeCentralsFile,
  writeFile: writeCentralsFile,
  discovered: reading('admin', listDiscovered),
  ignore: ignoreDiscovered,
  unignore: unignoreDiscovered,
} as const;
