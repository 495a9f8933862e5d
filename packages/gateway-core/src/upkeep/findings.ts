import type { Ccu, HubStatus } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { HubFailure } from '../hub/hub-sync.js';
import type { HubPart } from '../hub/parts.js';
import type { LeftOutThings } from '../ports/doctor.js';
import type { HealthComponent } from '../ports/house.js';
import { leftOutOf, leftOutWords } from '../use-case/left-out.js';
import { firstOf } from '../use-case/words.js';

const NO_SCRIPTS =
  'The CCU refuses scripts, over JSON-RPC as well as on its script port. Names, rooms, functions, programs and variables are ' +
  'read by other means, without descriptions and times; all values at once, messages, the inbox, new rooms and variables, ' +
  'switching programs, texts and lists in variables are missing. Give the user of the gateway administrator rights at ' +
  'the CCU, or allow its host the script port.';

const SESSION_NOTES: Readonly<Partial<Record<HubStatus['session'], string>>> = {
  failing: 'Nothing succeeds in the session at the CCU, also not in a new one: its logic layer may be stuck.',
  login_refused: 'The CCU refuses user name or password of the gateway.',
  too_many_sessions:
    'The session table of the CCU is full, so no user can sign in there. One session becomes free after some minutes; close ' +
    'forgotten browser tabs and look for other programs that open sessions.',
  logic_layer_away: 'No account can sign in at the CCU while its logic layer does not run or does not answer.',
  unreachable: 'The web interface of the CCU does not answer, so names, programs and variables cannot be read.',
};

const SCRIPT_PORT_NOTES: Readonly<Partial<Record<HubStatus['scriptPort'], string>>> = {
  in_use: 'JSON-RPC refuses scripts; they go over the script port of the CCU.',
  foreign: 'Another CCU answers on the script port, so no script is sent there. Set rega_port, or 0 to switch it off.',
  unproven: 'The script port does not prove to belong to this CCU, so no script is sent there.',
};

/**
 * State of the CCUs: each of their interfaces, their session, and the data that their logic layer withholds.
 *
 * @example
 * const findings = ccuFindings(house, centrals.all());
 */
export function ccuFindings(
  house: Pick<HouseModel, 'interfaces' | 'unknownThings'>,
  ccus: readonly Pick<Ccu, 'name' | 'hubStatus' | 'refusedDescriptions' | 'leftOut'>[],
  failuresOf: (central: string) => ReadonlyMap<HubPart, HubFailure> = () => new Map(),
  isAway: (central: string) => boolean = () => false,
): readonly Omit<HealthComponent, 'recordedAt'>[] {
  const interfaces = house.interfaces().map(({ id, connected, note }) => ({
    name: id,
    status: connected ? ('healthy' as const) : ('degraded' as const),
    ...(note === undefined ? {} : { note }),
  }));
  return [
    ...interfaces,
    ...ccus.flatMap(({ name, hubStatus, refusedDescriptions, leftOut }) => [
      ...hubFindings(name, hubStatus()),
      ...(isAway(name)
        ? [{ name: `${name}.logic_layer`, status: 'degraded' as const, note: AWAY, reason: 'logic_layer_away' }]
        : []),
      ...readingFindings(name, failuresOf(name)),
      ...refusalFindings(name, refusedDescriptions()),
      ...leftOutFindings(name, leftOutOf(leftOut(), house.unknownThings({ central: name }))),
    ]),
  ];
}

const AWAY =
  'The logic layer (ReGaHss) of the CCU does not run or does not answer, so names, rooms, programs, variables and messages are ' +
  'as they were, and cannot be changed. Devices work on. Restarting the CCU helps where it does not come back.';

const PART_WORDS: Readonly<Record<HubPart, string>> = {
  programs: 'programs',
  sysvars: 'system variables',
  messages: 'messages',
  inbox: 'the inbox',
  installModes: 'install modes',
  update: 'firmware updates',
};

/** An empty list means nothing when it was never read. */
function readingFindings(name: string, failures: ReadonlyMap<HubPart, HubFailure>) {
  const told = (wanted: HubFailure, words: string) => {
    const parts = [...failures].filter(([, failure]) => failure === wanted).map(([part]) => PART_WORDS[part]);
    return parts.length === 0 ? [] : [`${words}: ${parts.join(', ')}.`];
  };
  const note = [
    ...told('unread', 'Never read, and refused until they are'),
    ...told('stale', 'Could not be read again, and shown as before'),
  ].join(' ');
  return note === '' ? [] : [{ name: `${name}.hub`, status: 'degraded' as const, note }];
}

/** An item with a refused description is not shown, as if it did not exist. */
function refusalFindings(name: string, refused: readonly string[]) {
  if (refused.length === 0) return [];
  const note =
    `The CCU refuses ${refused.length} ${refused.length === 1 ? 'description' : 'descriptions'} of devices, so these ` +
    `are not shown: ${firstOf(refused)}. Pairing the device again, or restarting the CCU, often mends that; ` +
    'reading the device anew asks again.';
  return [{ name: `${name}.descriptions`, status: 'degraded' as const, note }];
}

/** Entries without an address get their name or id instead. */
const isOfDevice = (name: string): boolean =>
  name.trim() !== '' && !/^(nothing|boolean|number|object|undefined)$/.test(name);

/**
 * Left-out items are named without an alarm: servers of other makers send many undocumented ones. A left-out
 * description of an address is an alarm, because its device is missing; an entry of a list without any address
 * describes nothing.
 */
function leftOutFindings(name: string, found: readonly LeftOutThings[]) {
  if (found.length === 0) return [];
  const isMissing = found.some(({ kind, names }) => kind === 'description' && names.some(isOfDevice));
  const note = `The CCU sent data that the gateway does not know, and it was left out: ${leftOutWords(found)}.`;
  const status = isMissing ? ('degraded' as const) : ('healthy' as const);
  return [{ name: `${name}.left_out`, status, note, reason: 'left_out' }];
}

const NO_LOGIC_LAYER =
  'This CCU has no logic layer (openccu-lite), so it has no programs, system variables and inbox; names, rooms and functions ' +
  'come from a source of its own.';

const NAMES_REFUSED =
  'The CCU has no logic layer, and its own source of names refuses user name, password or token of the gateway, so devices ' +
  'are shown by their addresses.';

function hubFindings(name: string, { session, scripts, scriptPort, names }: HubStatus) {
  if (session === 'absent') {
    return names === 'refused'
      ? [{ name: `${name}.logic_layer`, status: 'degraded' as const, note: NAMES_REFUSED }]
      : [{ name: `${name}.logic_layer`, status: 'healthy' as const, note: NO_LOGIC_LAYER }];
  }
  const sessionNote = SESSION_NOTES[session];
  const portNote = SCRIPT_PORT_NOTES[scriptPort];
  return [
    ...(sessionNote === undefined
      ? []
      : [{ name: `${name}.session`, status: 'degraded' as const, note: sessionNote, reason: session }]),
    ...(scripts === 'refused'
      ? [{ name: `${name}.scripts`, status: 'degraded' as const, note: NO_SCRIPTS, reason: 'scripts_refused' }]
      : []),
    ...(portNote === undefined
      ? []
      : [
          {
            name: `${name}.script_port`,
            status: scriptPort === 'in_use' ? ('healthy' as const) : ('degraded' as const),
            note: portNote,
            reason: `script_port_${scriptPort}`,
          },
        ]),
  ];
}
