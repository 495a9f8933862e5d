import { patternFault } from '@ccu-gateway/device-model';
import { type Caller, principalOf } from '../caller.js';
import { GatewayError, invalid, notFound } from '../errors.js';
import type {
  CentralControl,
  CentralProbe,
  CentralSettings,
  CentralView,
  DiscoveredCcu,
  Discovery,
} from '../ports/centrals.js';
import { type Recording, recordChange } from '../record.js';
import { useCase } from '../use-case.js';

export interface CentralWriting extends Recording {
  readonly centralView: CentralView;
  readonly centralControl: CentralControl;
  readonly discovery: Discovery;
}

export async function getCentral(view: CentralView, name: string): Promise<CentralSettings> {
  const row = (await view.centrals()).find((central) => central.name === name);
  if (row === undefined) throw notFound(`CCU ${name}`);
  return row;
}

export const createCentral = useCase(
  'admin',
  async (needs: CentralWriting, caller: Caller, settings: CentralSettings): Promise<CentralSettings> => {
    checkSettings(settings);
    const taken = (await needs.centralView.centrals()).some(
      ({ name }) => name.toLowerCase() === settings.name.toLowerCase(),
    );
    if (taken)
      throw new GatewayError('conflict', `A CCU named ${settings.name} exists already`, { reason: 'name_taken' });
    const created = await needs.centralControl.create(settings);
    recordChange(needs, caller, { action: 'central_create', central: settings.name });
    return created;
  },
);

/** Replaces all settings of a CCU. The name stays: it is part of every address. */
export const replaceCentral = useCase(
  'admin',
  async (needs: CentralWriting, caller: Caller, name: string, settings: CentralSettings): Promise<void> => {
    if (settings.name !== name) throw invalid([{ field: 'name', reason: 'must be the name in the path' }]);
    checkSettings(settings);
    await getCentral(needs.centralView, name);
    await needs.centralControl.replace(settings);
    recordChange(needs, caller, { action: 'central_write', central: name });
  },
);

export const deleteCentral = useCase(
  'admin',
  async (needs: CentralWriting, caller: Caller, name: string): Promise<void> => {
    await getCentral(needs.centralView, name);
    await needs.centralControl.remove(name);
    recordChange(needs, caller, { action: 'central_delete', central: name });
  },
);

export const probeCentral = useCase(
  'admin',
  (needs: CentralWriting, caller: Caller, settings: CentralSettings): Promise<CentralProbe> => {
    checkSettings(settings);
    return needs.centralControl.probe(settings, caller.signal);
  },
);

export async function listDiscovered(
  needs: CentralWriting,
): Promise<readonly (DiscoveredCcu & { readonly configured: boolean })[]> {
  const configured = await needs.centralView.centrals();
  return (await needs.discovery.discovered()).map((ccu) => ({
    ...ccu,
    configured: configured.some(
      ({ host, serial }) => host === ccu.host || (serial !== undefined && serial === ccu.serial),
    ),
  }));
}

export const ignoreDiscovered = useCase(
  'admin',
  async (needs: CentralWriting, caller: Caller, serial: string): Promise<void> => {
    const seen = (await needs.discovery.discovered()).find((ccu) => ccu.serial === serial);
    await needs.discovery.ignore({
      serial,
      name: seen?.name,
      host: seen?.host,
      ignoredAt: needs.clock.now(),
      ignoredBy: principalOf(caller).subject,
    });
    recordChange(needs, caller, { action: 'discovery_ignore', note: serial });
  },
);

export const unignoreDiscovered = useCase(
  'admin',
  async (needs: CentralWriting, caller: Caller, serial: string): Promise<void> => {
    if (!(await needs.discovery.unignore(serial))) throw notFound(`Ignored CCU ${serial}`);
    recordChange(needs, caller, { action: 'discovery_unignore', note: serial });
  },
);

function checkSettings({ interfaces, password_plain: plain, password_env: env, visibility }: CentralSettings) {
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
