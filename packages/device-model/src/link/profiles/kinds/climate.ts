import type { Draft } from '../recipe/draft.js';
import type { Press, Receiver } from '../recipe/parameters.js';
import type { SenderKind } from '../recipe/senders.js';
import type { KindKey } from '../recipe/texts.js';
import { type Kind, recipe, type Senders } from './kind.js';

const EVERY: readonly SenderKind[] = ['key', 'contact', 'condition', 'motion', 'measure'];

/** Window contacts of a thermostat; some thermostats keep the temperature outside the link. */
const WINDOW = 'TEMPERATUR_WINDOW_OPEN_VALUE';
const isWindowInput = ({ type, find }: Receiver): boolean =>
  find('', WINDOW) !== undefined ||
  (/SHUTTER_CONTACT|WINDOW_SWITCH/.test(type) && find('SHORT', THRESHOLD) !== undefined);
const THRESHOLD = 'COND_VALUE_LO';

/** Values that a contact sends: 0 closed, 100 tilted, 200 open. */
function windowLowers(receiver: Receiver, threshold: number) {
  return recipe(receiver, (draft) => {
    if (!isWindowInput(receiver)) return false;
    draft.askNumber('temperature', [''], WINDOW, { default: 12, unit: '°C' });
    for (const press of receiver.presses) draft.set(press, THRESHOLD, threshold);
    return threshold < 100 || receiver.find('SHORT', THRESHOLD) !== undefined;
  });
}

const WINDOWS: readonly Kind[] = [
  { id: 120, key: 'window_lowers', senders: EVERY, make: (receiver) => windowLowers(receiver, 50) },
  { id: 121, key: 'window_lowers_open', senders: ['contact'], make: (receiver) => windowLowers(receiver, 150) },
];

const modeOf = ({ find }: Receiver): string =>
  find('SHORT', 'CONTROL_MODE_RC') === undefined ? 'CONTROL_RC' : 'CONTROL_MODE_RC';
const temperatureOf = ({ find }: Receiver): string =>
  find('SHORT', 'TEMPERATURE_RC') === undefined ? 'TEMPERATUR_RC' : 'TEMPERATURE_RC';
const isRemote = (receiver: Receiver): boolean => receiver.find('SHORT', modeOf(receiver)) !== undefined;

/** Modes by the words of HmIP and of the older devices. */
const MODES = {
  set: ['ACTUAL_WITH_TRC_FOR_OT', 'SET TEMPERATUR SHORT', 'SET TEMPERATUR LONG'],
  shift: ['ACTUAL_WITH_DT_FOR_OT'],
  auto: ['AUTO_WITH_WP', 'AUTOMODE + AUTOTEMPERATURE'],
  manual: ['MANU_WITH_TRC_DT', 'MANUMODE + TEMPERATURE SHORT', 'MANUMODE + TEMPERATURE LONG'],
  boost: ['BOOST_TOGGLE', 'BOOSTMODE'],
  turn: ['TOGGELN'],
  off: ['OFF'],
} as const;

const inMode = (draft: Draft, presses: readonly Press[], mode: keyof typeof MODES): boolean =>
  presses.every((press) => {
    draft.seconds(press, 'ON_TIME', 0);
    return draft.choose(press, modeOf(draft.receiver), ...MODES[mode]);
  });

const askTemperature = (draft: Draft, presses: readonly Press[], standard = 20): boolean =>
  draft.askNumber('temperature', presses, temperatureOf(draft.receiver), { default: standard, unit: '°C' });

function remote(id: number, key: KindKey, build: (draft: Draft, presses: readonly Press[]) => boolean): Kind {
  return {
    id,
    key,
    senders: ['key'],
    make: (receiver) => recipe(receiver, (draft) => isRemote(receiver) && build(draft, receiver.presses)),
  };
}

const REMOTES: readonly Kind[] = [
  remote(130, 'set_temperature', (draft, presses) => inMode(draft, presses, 'set') && askTemperature(draft, presses)),
  remote(
    131,
    'two_temperatures',
    (draft, presses) =>
      presses.includes('LONG') &&
      inMode(draft, presses, 'set') &&
      askTemperature(draft, ['SHORT'], 21) &&
      draft.askNumber('long_temperature', ['LONG'], temperatureOf(draft.receiver), { default: 17, unit: '°C' }),
  ),
  remote(
    132,
    'temperature_for',
    (draft, presses) =>
      inMode(draft, presses, 'set') &&
      askTemperature(draft, presses) &&
      draft.askTime('time', presses, 'ON_TIME', { default: 3600, min: 1 }),
  ),
  remote(
    133,
    'shift_temperature',
    (draft, presses) =>
      inMode(draft, presses, 'shift') &&
      draft.askNumber('shift', presses, 'DELTA_TEMPERATURE', { default: 1, unit: 'K' }) &&
      draft.askTime('time', presses, 'ON_TIME', { default: 3600, min: 1 }),
  ),
  remote(134, 'automatic', (draft, presses) => inMode(draft, presses, 'auto')),
  remote(135, 'manual', (draft, presses) => inMode(draft, presses, 'manual') && askTemperature(draft, presses)),
  remote(136, 'boost', (draft, presses) => inMode(draft, presses, 'boost')),
  remote(137, 'change_mode', (draft, presses) => inMode(draft, presses, 'turn')),
  remote(138, 'heating_off', (draft, presses) => inMode(draft, presses, 'off')),
];

const CIRCUIT = 'MINIMAL_FLOOR_TEMPERATURE';

/** A circuit of a floor heating that a room thermostat controls. */
function circuit(receiver: Receiver, heats: boolean, cools: boolean) {
  return recipe(receiver, (draft) => {
    if (receiver.find('SHORT', CIRCUIT) === undefined) return false;
    const temperature = { default: 19, unit: '°C' };
    draft.askNumber('floor_temperature', ['SHORT'], CIRCUIT, temperature);
    if (heats) draft.askNumber('temperature', ['SHORT'], 'ECO_HEATING_TEMPERATURE', temperature);
    if (cools) {
      draft.askNumber('cool_temperature', ['SHORT'], 'ECO_COOLING_TEMPERATURE', { default: 23, unit: '°C' });
    }
    draft.askOption('heating', ['SHORT'], 'FLOOR_HEATING_MODE');
    return (
      draft.choose('SHORT', 'HEATING_DISABLE', heats ? 'ENABLE' : 'DISABLE') &&
      draft.choose('SHORT', 'COOLING_DISABLE', cools ? 'ENABLE' : 'DISABLE')
    );
  });
}

const CIRCUITS: readonly Kind[] = [
  { id: 140, key: 'floor_heats_cools', senders: EVERY, make: (receiver) => circuit(receiver, true, true) },
  { id: 141, key: 'floor_heats', senders: EVERY, make: (receiver) => circuit(receiver, true, false) },
  { id: 142, key: 'floor_cools', senders: EVERY, make: (receiver) => circuit(receiver, false, true) },
];

/** A link without parameters: its type alone states its meaning. */
function joined(id: number, key: KindKey, type: RegExp): Kind {
  return {
    id,
    key,
    senders: EVERY,
    isHarmless: true,
    make: (receiver: Receiver, _senders: Senders) =>
      recipe(receiver, () => receiver.parameters.length === 0 && type.test(receiver.type)),
  };
}

const JOINED: readonly Kind[] = [
  joined(150, 'measures_for', /^(WEATHER_RECEIVER|HEATING_CLIMATECONTROL_RECEIVER|HEATING_ROOM_TH_RECEIVER)$/),
  joined(151, 'heats_along', /CLIMATECONTROL/),
  joined(152, 'resets', /RESET/),
  joined(153, 'linked', /./),
];

/** Thermostats and floor heating, and links that have no parameters. */
export const CLIMATE: readonly Kind[] = [...WINDOWS, ...REMOTES, ...CIRCUITS, ...JOINED];
