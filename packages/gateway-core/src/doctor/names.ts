import type { DoctorFinding } from '@ccu-gateway/contract/types';
import type { CentralFacts } from '../ports/doctor.js';
import { firstOf } from '../use-case/words.js';
import { type DoctorRule, ok, problem, warning } from './finding.js';

const area = 'names' as const;

/**
 * Checks that each CCU reports the names of its devices and its rooms. A session that does not open has its own
 * finding.
 */
export const namesRule: DoctorRule = ({ centrals }) => centrals.flatMap(names);

/** Scripts that end before their end are a finding of their own, and names are read by one. */
const isToldOfScripts = ({ examination: { scripts } }: CentralFacts) => scripts !== 'ok' && !REFUSED.has(scripts);

const REFUSED: ReadonlySet<string> = new Set([
  'level_too_low',
  'forbidden_by_firewall',
  'unsupported',
  'login_refused',
]);

function names(central: CentralFacts): readonly DoctorFinding[] {
  const { name, examination } = central;
  const { names: found, session, scripts } = examination;
  if (found === undefined || session !== 'open') return [];
  const about = { area, central: name } as const;
  if (found.outcome !== 'ok') {
    if (isToldOfScripts(central)) return [];
    return [
      problem({
        ...about,
        id: 'names.unread',
        what: `the CCU does not tell the names of its devices and its rooms (${found.outcome})`,
        why: 'Devices are called by their type and address, and no room has a device.',
        fix: {
          text:
            scripts === 'ok'
              ? 'Restart the CCU where it stays like this.'
              : 'Give the account of the gateway administrator rights, so that it may run scripts.',
        },
        facts: { outcome: found.outcome },
      }),
    ];
  }
  const missing = nameless(central);
  const facts = { devices: found.devices.length, rooms: found.rooms };
  if (missing.length === 0) {
    const what = `the CCU has the names of ${facts.devices} devices and of ${facts.rooms} rooms`;
    return [ok({ ...about, id: 'names.read', what, facts })];
  }
  const first = firstOf(missing);
  return [
    warning({
      ...about,
      id: 'names.missing',
      what: `the CCU has no name for ${missing.length} of its devices: ${first}`,
      why: 'Its interfaces know them and its logic layer does not: they are in no room, in no program and in no inbox.',
      fix: { text: 'Restart the CCU; where that does not help, restore a backup of it or pair the devices again.' },
      facts: { devices: missing.length, first },
    }),
  ];
}

/**
 * Devices that the gateway knows and the logic layer neither has a name for nor in its inbox. Of an interface that the CCU does
 * not list, the logic layer knows nothing.
 */
function nameless({ connection, examination: { names: found, interfaces } }: CentralFacts): readonly string[] {
  if (connection === undefined || found?.inbox === undefined) return [];
  const told = new Set([...found.devices, ...found.inbox]);
  const listed = new Set(interfaces.filter((each) => each.listed === true).map(({ name }) => name));
  return connection.devices
    .filter((device) => listed.has(device.interface) && !told.has(device.address))
    .map(({ address }) => address);
}
