import type { ProgramSummary, SysvarSummary } from '@ccu-gateway/contract/types';
import type { HubViewOf } from '../tree/hub.js';
import { boundsOf } from './bounds.js';
import type { Component, DiscoveryMessage, DiscoveryOptions, Entity } from './message.js';
import { escaped, hubIdOf } from './object-id.js';
import { ownVariables } from './own-variable.js';
import { assembled } from './payload.js';
import { choice } from './template.js';

type TopicOf = (branch: 'hub' | 'program' | 'sysvar', ...path: readonly string[]) => string;

/** Discovery message of a CCU itself; undefined where nothing of it is published. */
export function hubDiscoveryOf(view: HubViewOf, options: DiscoveryOptions): DiscoveryMessage | undefined {
  const { central, update } = view;
  const { tree } = options;
  const topic: TopicOf = (branch, ...path) => tree.topics.of(central, branch, ...path);
  const found = [
    ...view.programs.map((program) => programButton(program, topic('program', program.id))),
    ...variables(view, topic),
    ...view.interfaces.flatMap(({ interface: name }) => interfaceEntities(name, topic('hub', 'interface', name))),
    ...problems(view, topic('hub', 'problems')),
    ...counters(view, topic),
    ...metrics(view, topic('hub', 'metrics')),
    ...firmware(view, topic('hub', 'update')),
  ];
  const dev = {
    name: `CCU ${central}`,
    manufacturer: 'eQ-3',
    model: 'CCU',
    ...(update?.current_firmware ? { sw_version: update.current_firmware } : {}),
  };
  return assembled(hubIdOf(tree.topics.prefix, central), dev, [{ topic: tree.topics.bridgeState }], found, options);
}

/** Variables that the CCU made for itself are of little interest to people. */
const off = (isInternal: boolean | undefined) => (isInternal === true ? { enabled_by_default: false } : {});

function programButton({ id, name, is_internal }: ProgramSummary, command_topic: string): Entity {
  const component = { p: 'button', command_topic, payload_press: 'true', ...off(is_internal) };
  return { key: `program_${id}`, channel: 0, name, needs: undefined, component };
}

function variables({ sysvars, channelName = () => undefined }: HubViewOf, topic: TopicOf): Entity[] {
  const ownOf = ownVariables(sysvars, channelName);
  return sysvars.map((sysvar) => {
    const { name, translated_name, is_internal } = sysvar;
    const state_topic = topic('hub', 'sysvar', name);
    const own = ownOf(sysvar);
    return {
      key: `sysvar_${escaped(name)}`,
      channel: 0,
      name: own?.name ?? (translated_name || name),
      needs: state_topic,
      component:
        own === undefined
          ? { ...componentOf(sysvar, state_topic, topic('sysvar', name)), ...off(is_internal) }
          : { p: 'sensor', state_topic, value_template: VALUE, ...own.options, ...(own.isHelper ? helper : {}) },
    };
  });
}

const VALUE = '{{ value_json.val }}';
const GIVEN = '{"val":{{ value | tojson }}}';

function componentOf(sysvar: SysvarSummary, state_topic: string, command_topic: string): Component {
  const { value_type, unit, value_list = [] } = sysvar;
  const both = { state_topic, command_topic };
  switch (value_type) {
    case 'LOGIC':
      return {
        p: 'switch',
        ...both,
        value_template: choice('value_json.val', 'on', 'off'),
        state_on: 'on',
        state_off: 'off',
        payload_on: 'true',
        payload_off: 'false',
      };
    case 'ALARM':
      return {
        p: 'binary_sensor',
        state_topic,
        device_class: 'problem',
        value_template: choice('value_json.val', 'on', 'off'),
        payload_on: 'on',
        payload_off: 'off',
      };
    case 'LIST': {
      const names = JSON.stringify(value_list);
      const value_template = `{{ ${names}[value_json.val] if value_json.val is number else 'None' }}`;
      return { p: 'select', ...both, options: value_list, value_template, command_template: GIVEN };
    }
    case 'STRING':
      return { p: 'text', ...both, value_template: VALUE, command_template: GIVEN };
    default:
      return {
        p: 'number',
        ...both,
        value_template: VALUE,
        command_template: '{{ value }}',
        ...boundsOf({ ...sysvar, isWhole: value_type === 'INTEGER' }),
        step: value_type === 'INTEGER' ? 1 : 0.01,
        mode: 'box',
        ...(unit ? { unit_of_measurement: unit } : {}),
      };
  }
}

const diagnostic = { entity_category: 'diagnostic' } as const;
const helper = { ...diagnostic, enabled_by_default: false };
const yesOrNo = (member: string) => ({
  value_template: choice(`value_json.${member}`, 'on', 'off'),
  payload_on: 'on',
  payload_off: 'off',
});

function interfaceEntities(name: string, state_topic: string): Entity[] {
  const connected = { p: 'binary_sensor', state_topic, device_class: 'connectivity', ...yesOrNo('connected') };
  const percent = (member: string): Component => ({
    p: 'sensor',
    state_topic,
    value_template: `{{ value_json.${member} | default('None') }}`,
    unit_of_measurement: '%',
    state_class: 'measurement',
    enabled_by_default: false,
  });
  return [
    told(`interface_${name}`, name, state_topic, connected),
    told(`duty_cycle_${name}`, `Duty cycle ${name}`, state_topic, percent('duty_cycle')),
    told(`carrier_sense_${name}`, `Carrier sense ${name}`, state_topic, percent('carrier_sense')),
  ];
}

function told(key: string, name: string, topic: string, component: Component): Entity {
  return { key, channel: 0, name, needs: topic, component: { ...component, ...diagnostic } };
}

const COUNTERS = [
  ['service_messages', 'Service messages'],
  ['alarm_messages', 'Alarm messages'],
  ['inbox', 'Inbox'],
] as const;

/** One sensor with the number of causes; its attributes list them. */
function problems({ problems: read }: HubViewOf, state_topic: string): Entity[] {
  if (read === undefined) return [];
  const component: Component = {
    p: 'sensor',
    state_topic,
    json_attributes_topic: state_topic,
    value_template: '{{ value_json.count }}',
    state_class: 'measurement',
  };
  return [told('problems', 'Problems', state_topic, component)];
}

function counters({ counters: read }: HubViewOf, topic: TopicOf): Entity[] {
  if (read === undefined) return [];
  const count = { p: 'sensor', value_template: '{{ value_json.count }}', state_class: 'measurement' };
  return [
    ...COUNTERS.map(([member, name]) => {
      const state_topic = topic('hub', member);
      return told(member, name, state_topic, { ...count, state_topic });
    }),
    ...(read.install_mode ?? []).flatMap(({ interface_id: id }) => {
      const state_topic = topic('hub', 'install_mode', id);
      const isOn = { p: 'binary_sensor', state_topic, device_class: 'running', ...yesOrNo('enabled') };
      return [told(`install_mode_${id}`, `Install mode ${id}`, state_topic, isOn)];
    }),
  ];
}

function metrics({ metrics: read }: HubViewOf, state_topic: string): Entity[] {
  if (read === undefined) return [];
  const measured = (member: string, name: string, unit: string, more: object = {}) =>
    told(member, name, state_topic, {
      p: 'sensor',
      state_topic,
      value_template: `{{ value_json.${member} | default('None') }}`,
      unit_of_measurement: unit,
      state_class: 'measurement',
      ...more,
    });
  return [
    measured('system_health', 'System health', '%'),
    measured('connection_latency_ms', 'Latency', 'ms', { device_class: 'duration' }),
    measured('last_event_age_seconds', 'Age of the last event', 's', {
      device_class: 'duration',
      enabled_by_default: false,
    }),
  ];
}

/** Shown where the CCU was asked; it is installed there. */
function firmware({ update }: HubViewOf, state_topic: string): Entity[] {
  if (update?.observed !== true) return [];
  const value_template =
    "{{ {'installed_version': value_json.current_firmware, 'latest_version': value_json.available_firmware | default(value_json.current_firmware, true)} | tojson }}";
  return [
    told('firmware', 'Firmware', state_topic, { p: 'update', device_class: 'firmware', state_topic, value_template }),
  ];
}
