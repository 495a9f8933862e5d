import type { CustomCategory, CustomDPSummary } from '@ccu-gateway/contract/types';
import { lightOf } from './light.js';
import type { Component, Entity, Scene } from './message.js';
import { type Case, choice, firstOf, ifKnown, operation, orNone, stateOf } from './template.js';

/** Entities of Home Assistant for custom data points. */
export function customEntities(scene: Scene): Entity[] {
  const main = scene.customDataPoints.filter(({ kind }) => kind !== 'lock_button');
  return scene.customDataPoints.flatMap((custom) => {
    const topic = scene.topic('custom', custom.name);
    const operate = scene.topic('operate', custom.name);
    const component = ENTITIES[custom.category](custom, topic, operate);
    const { kind, channel_no: channel, translated_name, parameter_name } = custom;
    const label = translated_name || parameter_name || custom.name;
    const name = kind !== 'lock_button' && main.length === 1 ? undefined : label;
    const entity = { key: `custom_${custom.name}`, channel, name, needs: topic, component };
    return [entity, ...extraButtons(custom, operate, channel)];
  });
}

type Make = (custom: CustomDPSummary, topic: string, operate: string) => Component;

/** The entity of each category. */
const ENTITIES: Readonly<Record<CustomCategory, Make>> = {
  climate: climateOf,
  cover: coverOf,
  light: lightOf,
  lock: (custom, topic, operate) => ({ p: 'lock', ...statedBy(topic, operate), ...lockOptions(custom) }),
  siren: sirenOf,
  // A permission is no switch on a wall: its state is published, and granting it is left to clients that ask first.
  switch: (custom, topic, operate) =>
    asks(custom)
      ? { p: 'binary_sensor', state_topic: topic, ...isOn }
      : { p: 'switch', ...statedBy(topic, operate), ...onAndOff },
  text_display: (_custom, _topic, operate) => ({
    p: 'notify',
    command_topic: operate,
    command_template: operation('send_text', { text: '{{ value | tojson }}' }),
  }),
  valve: (_custom, topic, operate) => ({
    p: 'valve',
    ...statedBy(topic, operate),
    value_template: choice(stateOf('is_open'), 'open', 'closed'),
    payload_open: operation('open'),
    payload_close: operation('close'),
  }),
};

const statedBy = (topic: string, operate: string) => ({ state_topic: topic, command_topic: operate });

const asks = ({ confirm }: CustomDPSummary, operation?: string): boolean =>
  operation === undefined ? Object.keys(confirm).length > 0 : confirm[operation] !== undefined;

const isOn = { value_template: choice(stateOf('is_on'), 'on', 'off'), payload_on: 'on', payload_off: 'off' };

const onAndOff = {
  value_template: choice(stateOf('is_on'), 'on', 'off'),
  state_on: 'on',
  state_off: 'off',
  payload_on: operation('turn_on'),
  payload_off: operation('turn_off'),
};

function lockOptions({ supported_operations, kind, state }: CustomDPSummary) {
  const moving: readonly Case[] =
    'is_locking' in state
      ? [
          [stateOf('is_jammed'), 'JAMMED'],
          [stateOf('is_locking'), 'LOCKING'],
          [stateOf('is_unlocking'), 'UNLOCKING'],
        ]
      : [];
  const known: Case = [`${stateOf('is_locked')} is none`, 'None'];
  return {
    value_template: firstOf([...moving, known, [stateOf('is_locked'), 'LOCKED']], 'UNLOCKED'),
    payload_lock: operation('lock'),
    payload_unlock: operation('unlock'),
    ...(supported_operations.includes('open') ? { payload_open: operation('open') } : {}),
    ...(kind === 'lock_button' ? { entity_category: 'config' } : {}),
  };
}

function coverOf({ kind, supported_operations }: CustomDPSummary, topic: string, operate: string): Component {
  const states: readonly Case[] = [
    [stateOf('is_opening'), 'opening'],
    [stateOf('is_closing'), 'closing'],
    [`${stateOf('is_closed')} is none`, 'None'],
    [stateOf('is_closed'), 'closed'],
  ];
  return {
    p: 'cover',
    device_class: { cover_garage: 'garage', cover_window: 'window', cover_blind: 'blind' }[kind] ?? 'shutter',
    state_topic: topic,
    value_template: firstOf(states, 'open'),
    command_topic: operate,
    payload_open: operation('open'),
    payload_close: operation('close'),
    payload_stop: supported_operations.includes('stop') ? operation('stop') : null,
    position_topic: topic,
    position_template: ifKnown(stateOf('current_position')),
    set_position_topic: operate,
    set_position_template: operation('set_position', { position: '{{ position }}' }),
    ...(supported_operations.includes('set_tilt_position')
      ? {
          tilt_status_topic: topic,
          tilt_status_template: ifKnown(stateOf('current_tilt_position')),
          tilt_command_topic: operate,
          tilt_command_template: operation('set_tilt_position', { tilt_position: '{{ tilt_position }}' }),
        }
      : {}),
  };
}

function climateOf(custom: CustomDPSummary, topic: string, operate: string): Component {
  const { config, supported_operations, capabilities } = custom;
  const has = (name: string) => supported_operations.includes(name);
  const presets = Array.isArray(config.preset_modes) ? config.preset_modes.filter((each) => each !== 'none') : [];
  const preset = stateOf('preset_mode');
  return {
    p: 'climate',
    temperature_unit: 'C',
    min_temp: config.min_temp,
    max_temp: config.max_temp,
    temp_step: config.temp_step,
    precision: 0.1,
    current_temperature_topic: topic,
    current_temperature_template: orNone(stateOf('current_temperature')),
    temperature_state_topic: topic,
    temperature_state_template: orNone(stateOf('target_temperature')),
    temperature_command_topic: operate,
    temperature_command_template: operation('set_temperature', { temperature: '{{ value }}' }),
    modes: config.hvac_modes,
    mode_state_topic: topic,
    mode_state_template: `{{ ${stateOf('hvac_mode')} }}`,
    action_topic: topic,
    action_template: `{{ ${stateOf('hvac_action')} | default('') }}`,
    ...(has('set_mode')
      ? {
          mode_command_topic: operate,
          mode_command_template: operation('set_mode', { mode: '{{ value | tojson }}' }),
        }
      : {}),
    ...(has('set_preset') && presets.length > 0
      ? {
          preset_modes: presets,
          preset_mode_state_topic: topic,
          preset_mode_value_template: `{{ ${preset} if ${preset} in ${JSON.stringify(presets)} else 'none' }}`,
          preset_mode_command_topic: operate,
          preset_mode_command_template: operation('set_preset', { preset: '{{ value | tojson }}' }),
        }
      : {}),
    ...(capabilities.humidity === true
      ? { current_humidity_topic: topic, current_humidity_template: orNone(stateOf('current_humidity')) }
      : {}),
  };
}

function sirenOf({ config }: CustomDPSummary, topic: string, operate: string): Component {
  const tones = Array.isArray(config.available_tones) ? config.available_tones : [];
  const members =
    tones.length === 0
      ? ''
      : `{% if tone is defined %},"tone":{{ tone | tojson }}{% endif %}{% if duration is defined %},"duration":{{ duration }}{% endif %}`;
  return {
    p: 'siren',
    state_topic: topic,
    state_value_template: choice(stateOf('is_on'), 'on', 'off'),
    state_on: 'on',
    state_off: 'off',
    command_topic: operate,
    command_template: `{"operation":"turn_on"${members}}`,
    command_off_template: operation('turn_off'),
    ...(tones.length === 0 ? {} : { available_tones: tones }),
    support_duration: tones.length > 0,
    support_volume_set: false,
  };
}

/** Buttons for operations of a cover that Home Assistant's covers lack, except those that open access to a building. */
function extraButtons(custom: CustomDPSummary, operate: string, channel: number): Entity[] {
  const { name, category, supported_operations } = custom;
  if (category !== 'cover') return [];
  return ['vent', 'lock']
    .filter((each) => supported_operations.includes(each) && !asks(custom, each))
    .map((each) => ({
      key: `custom_${name}_${each}`,
      channel,
      name: each === 'vent' ? 'Vent' : 'Lock',
      needs: undefined,
      component: { p: 'button', command_topic: operate, payload_press: operation(each) },
    }));
}
