import { type Caller, principalOf } from '../caller.js';
import { GatewayError } from '../errors.js';
import type { ConfigControl, ConfigView, SavedSection } from '../ports/config.js';
import type { SystemView } from '../ports/system.js';
import { type Recording, recordChange } from '../record.js';
import { useCase } from '../use-case.js';

export interface ConfigReading {
  readonly config: ConfigView;
  readonly systemView: SystemView;
}

export interface ConfigWriting extends Recording {
  readonly config: ConfigView;
  readonly configControl: ConfigControl;
}

/** What every user may know of the configuration. Where CCUs stand is for admins. */
export const configSummary = useCase('viewer', ({ config, systemView }: ConfigReading, caller: Caller) => {
  const isAdmin = principalOf(caller).role === 'admin';
  const effective = config.effective();
  return {
    locale: textAt(effective, 'locale'),
    centrals: systemView.centrals().map(({ name, host, configured_interfaces: interfaces }) => ({
      name,
      host: isAdmin ? host : '',
      interfaces,
    })),
    callback_ports: {
      xmlrpc: numberAt(effective, 'callback.port'),
      binrpc: numberAt(effective, 'callback.bin_port'),
    },
    features: {
      basic_auth: at(effective, 'north.rest.auth.basic_enabled') === true,
      bearer_auth: at(effective, 'north.rest.auth.bearer_enabled') === true,
      oidc: at(effective, 'north.rest.auth.oidc.enabled') === true,
      values_cache: at(effective, 'persistence.values_cache.enabled') === true,
    },
    policies: {
      'hub.programs.include_all': true,
      'hub.sysvars.include_all': true,
      'hub.devices.include_hidden': false,
    },
  };
});

export const saveSection = useCase(
  'admin',
  async (
    needs: ConfigWriting,
    caller: Caller,
    section: string,
    value: Readonly<Record<string, unknown>>,
  ): Promise<SavedSection> => {
    knownSection(needs.config, section);
    const saved = await needs.configControl.saveSection(section, value);
    recordChange(needs, caller, { action: 'config_write', note: section });
    return saved;
  },
);

export const resetSection = useCase(
  'admin',
  async (needs: ConfigWriting, caller: Caller, section: string): Promise<void> => {
    knownSection(needs.config, section);
    await needs.configControl.resetSection(section);
    recordChange(needs, caller, { action: 'config_reset', note: section });
  },
);

export const resetField = useCase(
  'admin',
  async (needs: ConfigWriting, caller: Caller, path: string): Promise<void> => {
    const sections = needs.config.sections();
    if (!sections.some((section) => path === section || path.startsWith(`${section}.`))) {
      throw new GatewayError('bad_request', `${path} cannot be changed at run time`, { reason: 'field_unknown' });
    }
    await needs.configControl.resetField(path);
    recordChange(needs, caller, { action: 'config_reset', note: path });
  },
);

export function knownSection(config: ConfigView, section: string): string {
  if (config.sections().includes(section)) return section;
  throw new GatewayError('bad_request', `There is no section ${section}`, {
    reason: 'section_unknown',
    members: { sections: config.sections() },
  });
}

function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current;
}

function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' ? found : undefined;
}

function numberAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' ? found : undefined;
}
