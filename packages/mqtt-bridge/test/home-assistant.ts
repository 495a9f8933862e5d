import nunjucks from 'nunjucks';
import type { Component } from '../src/discovery/message.js';

/** What the templates of one entity made of what its topics hold, by the option that has the template. */
export type States = Readonly<Record<string, string>>;

const jinja = new nunjucks.Environment(null, { autoescape: false });
// Filters of Jinja that this library does not have.
jinja.addFilter('tojson', (value: unknown) => JSON.stringify(value));
jinja.addFilter('min', (values: readonly number[]) => Math.min(...values));
jinja.addFilter('max', (values: readonly number[]) => Math.max(...values));

/** Renders as Home Assistant does. Throws where it would complain that a member does not exist. */
export function render(template: string, variables: Readonly<Record<string, unknown>>): string {
  const forgiven = new Set([...template.matchAll(/\.(\w+) *\| *default\b/g)].map(([, name]) => name));
  const strict = Object.entries(variables).map(([name, value]) => [name, withMembers(value, forgiven)]);
  return jinja.renderString(template, Object.fromEntries(strict)).trim();
}

/** An object that tells when a member is asked for that it does not have. */
function withMembers(value: unknown, forgiven: ReadonlySet<string | undefined>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (member === undefined && typeof name === 'string' && !forgiven.has(name)) {
        throw new Error(`no member ${name} in ${JSON.stringify(target)}`);
      }
      return withMembers(member, forgiven);
    },
  });
}

/** Options of topics whose names do not follow from those of their templates. */
const TOPIC_OF: Readonly<Record<string, string>> = {
  preset_mode_value_template: 'preset_mode_state_topic',
  value_template: 'state_topic',
  state_template: 'state_topic',
  state_value_template: 'state_topic',
  brightness_template: 'state_topic',
  red_template: 'state_topic',
  green_template: 'state_topic',
  blue_template: 'state_topic',
  color_temp_template: 'state_topic',
  effect_template: 'state_topic',
};

/** The states of an entity; without those whose topic holds nothing. */
export function statesOf(component: Component, payloads: ReadonlyMap<string, unknown>): States {
  const states: Record<string, string> = {};
  for (const [option, template] of Object.entries(component)) {
    if (!option.endsWith('_template') || /command|^set_/.test(option)) continue;
    const topic = component[TOPIC_OF[option] ?? option.replace(/_template$/, '_topic')] ?? component.topic;
    if (topic === undefined) throw new Error(`${option} has no topic in ${JSON.stringify(component)}`);
    const payload = payloads.get(String(topic));
    if (payload !== undefined) states[option] = render(String(template), { value_json: payload });
  }
  return states;
}

const isNumber = (text: string | undefined) => text !== undefined && text !== '' && Number.isFinite(Number(text));
const isWithin = (text: string | undefined, min: unknown, max: unknown) =>
  isNumber(text) && Number(text) >= Number(min) && Number(text) <= Number(max);
const isAmong = (text: string | undefined, words: unknown) => Array.isArray(words) && words.includes(text);
const isByte = (text: string | undefined) => isWithin(text, 0, 255) && Number.isInteger(Number(text));

/** Whether a state says that nothing is known; Home Assistant takes both. */
const isUnknown = (text: string | undefined) => text === 'None' || text === '';

type Judge = (states: States, component: Component) => Readonly<Record<string, boolean>>;

/** What Home Assistant takes from each platform, by option. */
const JUDGES: Readonly<Record<string, Judge>> = {
  binary_sensor: ({ value_template: state }, each) => ({
    value_template: isAmong(state, [each.payload_on, each.payload_off]),
  }),
  switch: ({ value_template: state }, each) => ({ value_template: isAmong(state, [each.state_on, each.state_off]) }),
  siren: ({ state_value_template: state }, each) => ({
    state_value_template: isAmong(state, [each.state_on, each.state_off]),
  }),
  sensor: ({ value_template: state }, { options, unit_of_measurement, state_class }) => ({
    value_template:
      options === undefined
        ? (unit_of_measurement === undefined && state_class === undefined) || isNumber(state)
        : isAmong(state, options),
  }),
  number: ({ value_template: state }, { min, max }) => ({ value_template: isWithin(state, min, max) }),
  select: ({ value_template: state }, { options }) => ({ value_template: isAmong(state, options) }),
  light: ({ red_template, green_template, blue_template, ...states }, each) => ({
    state_template: isAmong(states.state_template, ['on', 'off']),
    brightness_template: isByte(states.brightness_template),
    ...colorParts([red_template, green_template, blue_template], each.color_temp_template !== undefined),
    color_temp_template: isWithin(states.color_temp_template, each.min_mireds, each.max_mireds),
    effect_template: isAmong(states.effect_template, each.effect_list),
  }),
  cover: (states) => ({
    value_template: isAmong(states.value_template, ['open', 'opening', 'closed', 'closing']),
    position_template: isWithin(states.position_template, 0, 100),
    tilt_status_template: isWithin(states.tilt_status_template, 0, 100),
  }),
  valve: ({ value_template: state }) => ({ value_template: isAmong(state, ['open', 'closed']) }),
  lock: ({ value_template: state }) => ({
    value_template: isAmong(state, ['LOCKED', 'UNLOCKED', 'LOCKING', 'UNLOCKING', 'JAMMED']),
  }),
  climate: (states, { modes, preset_modes }) => ({
    mode_state_template: isAmong(states.mode_state_template, modes),
    temperature_state_template: isNumber(states.temperature_state_template),
    current_temperature_template: isNumber(states.current_temperature_template),
    current_humidity_template: isWithin(states.current_humidity_template, 0, 100),
    // A thermostat that is linked with nothing does not know what is done.
    action_template: isAmong(states.action_template, ['', 'off', 'heating', 'cooling', 'drying', 'idle', 'fan']),
    preset_mode_value_template:
      states.preset_mode_value_template === 'none' || isAmong(states.preset_mode_value_template, preset_modes),
  }),
  update: ({ value_template: state = '{}' }) => {
    const { installed_version, latest_version } = JSON.parse(state);
    return { value_template: typeof installed_version === 'string' && typeof latest_version === 'string' };
  },
  text: ({ value_template: state }) => ({ value_template: state !== undefined && state.length <= 255 }),
  event: () => ({}),
  device_automation: ({ value_template: state }, { payload }) => ({ value_template: state === payload }),
};

/** A light that shows a colour temperature has no colour. */
function colorParts(
  parts: readonly (string | undefined)[],
  hasTemperature: boolean,
): Readonly<Record<string, boolean>> {
  const taken = parts.every(isByte) || (hasTemperature && parts.every((part) => part === 'None'));
  return { red_template: taken, green_template: taken, blue_template: taken };
}

/** The keys of a device are locked by MASTER parameters, which houses of tests have not read. */
const isOfMaster = ({ p, entity_category }: Component) => p === 'lock' && entity_category === 'config';

/** The states that Home Assistant would not take; `known`: those that say nothing are among them. */
export function refusedStates(component: Component, states: States, known: boolean): Readonly<Record<string, string>> {
  const judged = JUDGES[component.p]?.(states, component) ?? {};
  const refused = Object.entries(states).filter(([option, state]) =>
    (!known || isOfMaster(component)) && isUnknown(state) ? false : judged[option] === false,
  );
  return Object.fromEntries(refused);
}

/** What Home Assistant would send: everything that people can do with an entity. */
export function commandsOf(component: Component): readonly (readonly [topic: string, payload: string])[] {
  const { p } = component;
  if (p === 'binary_sensor') return [];
  const at = (topic: unknown, payloads: readonly string[]) => payloads.map((each) => [String(topic), each] as const);
  const fixed = Object.entries(component)
    .filter(([option]) => /^payload_(open|close|stop|lock|unlock|press|on|off)$/.test(option))
    .map(([, payload]) => payload)
    .filter((each): each is string => typeof each === 'string');
  const said = (option: string) => WHAT_IS_SAID[option]?.(component) ?? [];
  const templates = Object.entries(component).filter(([option]) =>
    /command.*_template$|^set_.*_template$/.test(option),
  );
  return [
    ...at(component.command_topic, fixed),
    ...templates.flatMap(([option, template]) => {
      const own = component[option.replace(/_template$/, '_topic')];
      return at(
        own ?? component.command_topic,
        said(option).map((variables) => render(String(template), variables)),
      );
    }),
  ];
}

type Variables = Readonly<Record<string, unknown>>;
const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);
const valuesIn = (given: unknown) => listOf(given).map((value) => ({ value }));
const when = (condition: unknown, ...said: readonly Variables[]) => (condition === undefined ? [] : said);

/** Variables of each template for what people can say. */
const WHAT_IS_SAID: Readonly<Record<string, (component: Component) => readonly Variables[]>> = {
  command_on_template: ({
    brightness_template,
    red_template,
    color_temp_template,
    min_mireds,
    max_mireds,
    effect_list,
  }) => [
    {},
    ...when(brightness_template, { brightness: 1 }, { brightness: 255 }),
    ...when(red_template, { hue: 0, sat: 0 }, { hue: 359.9, sat: 100 }, { hue: 120.5, sat: 50.25, brightness: 128 }),
    ...when(color_temp_template, { color_temp: min_mireds }, { color_temp: max_mireds }),
    ...listOf(effect_list).map((effect) => ({ effect })),
  ],
  command_off_template: () => [{}],
  set_position_template: () => [{ position: 0 }, { position: 40 }, { position: 100 }],
  tilt_command_template: () => [{ tilt_position: 0 }, { tilt_position: 30 }, { tilt_position: 100 }],
  temperature_command_template: ({ min_temp, max_temp }) => valuesIn([min_temp, 21.5, max_temp]),
  mode_command_template: ({ modes }) => valuesIn(modes),
  preset_mode_command_template: ({ preset_modes }) => valuesIn(['none', ...listOf(preset_modes)]),
  command_template: ({ p, min, max, options, available_tones, support_duration }) => {
    if (p === 'siren') {
      const tones = listOf(available_tones).map((tone) => ({ value: 'ON', tone }));
      return [{ value: 'ON' }, ...tones, ...(support_duration === true ? [{ value: 'ON', duration: 5 }] : [])];
    }
    if (p === 'notify' || p === 'text') return valuesIn(['a "b" \\ c']);
    return valuesIn(options ?? [min, max]);
  },
};

/** What Home Assistant takes of a class of sensors: its units, and the classes of its state where not all. */
const CLASSES: Readonly<Record<string, { readonly units: readonly string[]; readonly states?: readonly string[] }>> = {
  atmospheric_pressure: { units: ['hPa', 'mbar', 'Pa'], states: ['measurement'] },
  battery: { units: ['%'], states: ['measurement'] },
  carbon_dioxide: { units: ['ppm'], states: ['measurement'] },
  current: { units: ['A', 'mA'], states: ['measurement'] },
  duration: { units: ['d', 'h', 'min', 's', 'ms'] },
  energy: { units: ['Wh', 'kWh', 'MWh'], states: ['total', 'total_increasing'] },
  frequency: { units: ['Hz', 'kHz'], states: ['measurement'] },
  gas: { units: ['m³', 'L', 'ft³'], states: ['total', 'total_increasing'] },
  humidity: { units: ['%'], states: ['measurement'] },
  illuminance: { units: ['lx'], states: ['measurement'] },
  power: { units: ['W', 'kW', 'mW'], states: ['measurement'] },
  precipitation: { units: ['mm', 'cm', 'in'] },
  signal_strength: { units: ['dB', 'dBm'], states: ['measurement'] },
  temperature: { units: ['°C', '°F', 'K'], states: ['measurement'] },
  voltage: { units: ['V', 'mV'], states: ['measurement'] },
  volume_flow_rate: { units: ['m³/h', 'm³/s', 'L/h', 'L/min', 'L/s', 'mL/s'], states: ['measurement'] },
  water: { units: ['L', 'm³', 'ft³', 'gal'], states: ['total', 'total_increasing'] },
  wind_speed: { units: ['km/h', 'm/s', 'kn', 'mph'], states: ['measurement'] },
};

/** Why Home Assistant would refuse or complain about what a sensor measures. */
export function refusedMeasure({ p, device_class, state_class, unit_of_measurement }: Component): readonly string[] {
  if (p !== 'sensor' || device_class === undefined || device_class === 'enum') return [];
  const known = CLASSES[String(device_class)];
  if (known === undefined) return [`no class ${device_class}`];
  const { units, states } = known;
  return [
    ...(units.includes(String(unit_of_measurement)) ? [] : [`${device_class} in ${unit_of_measurement}`]),
    ...(state_class === undefined || states === undefined || states.includes(String(state_class))
      ? []
      : [`${device_class} as ${state_class}`]),
  ];
}
