import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { boundsOf } from './bounds.js';
import { measureOf, unitOf, YES_MEANS } from './measure.js';
import type { Component, Entity, Scene } from './message.js';

/** Data points that nothing people operate is made of, and the keys. */
export function pointEntities(scene: Scene): Entity[] {
  return [...scene.dataPoints].flatMap(([channel, points]) => [
    ...keysOf(scene, channel, points),
    ...points.flatMap((point) => entityOf(scene, channel, point)),
  ]);
}

/** Entities of calculated values, such as the dew point. */
export function calculatedEntities(scene: Scene): Entity[] {
  return [...scene.calculatedDataPoints].flatMap(([channel, points]) =>
    points.map((point) => {
      const { name, translated_name, unit, category } = point;
      const yes = YES_MEANS[name];
      const topic = scene.topic('status', channel, name);
      const component =
        category === 'binary_sensor'
          ? { p: 'binary_sensor', state_topic: topic, ...YES_OR_NO, ...(yes ? { device_class: yes } : {}) }
          : {
              p: 'sensor',
              state_topic: topic,
              value_template: '{{ value_json.val }}',
              ...measureOf(name, unit),
            };
      const about = ABOUT_ITSELF.test(name) ? { entity_category: 'diagnostic' } : {};
      return {
        key: `${channel}_${name}`,
        channel,
        name: translated_name || name,
        needs: topic,
        component: { ...component, ...about },
      };
    }),
  );
}

const YES_OR_NO = {
  value_template: "{{ 'None' if value_json.val is none else ('on' if value_json.val else 'off') }}",
  payload_on: 'on',
  payload_off: 'off',
};

/** Kinds of presses that Home Assistant has a name for in every language. */
const TRIGGERS: Readonly<Record<string, string>> = {
  PRESS_SHORT: 'button_short_press',
  PRESS_LONG: 'button_long_press',
  PRESS_LONG_RELEASE: 'button_long_release',
};

/** Each kind of press, as a trigger that automations of the device offer. */
function triggerOf(scene: Scene, channel: number, parameter: string): Entity {
  const topic = scene.topic('status', channel, parameter);
  return {
    key: `${channel}_${parameter}_trigger`,
    channel,
    name: `Key ${channel} ${parameter}`,
    needs: topic,
    component: {
      p: 'device_automation',
      automation_type: 'trigger',
      type: TRIGGERS[parameter] ?? parameter.toLowerCase(),
      subtype: `button_${channel}`,
      topic,
      value_template: "{{ 'press' if value_json.val else '' }}",
      payload: 'press',
    },
  };
}

/** The keys of a channel are one entity with an event for each kind of press, and a trigger for each kind. */
function keysOf(scene: Scene, channel: number, points: readonly DataPointSummary[]): Entity[] {
  const presses = points.filter(({ usage, operations }) => usage === 'event' && operations.event);
  const [first] = presses;
  if (first === undefined) return [];
  const types = presses.map(({ parameter }) => parameter.toLowerCase());
  const component = {
    p: 'event',
    device_class: 'button',
    // Each kind of press has a topic of its own. Values of the channel are published on such topics, too, and are no
    // press.
    state_topic: scene.topic('status', channel, '').replace(/%$/, '+'),
    value_template: `{% set press = value_json.parameter | default('') | lower %}{% if press in ${JSON.stringify(types)} %}{{ {'event_type': press} | tojson }}{% endif %}`,
    event_types: types,
  };
  return [
    {
      key: `${channel}_keys`,
      channel,
      name: `Key ${channel}`,
      needs: scene.topic('status', channel, first.parameter),
      component,
    },
    ...presses.map(({ parameter }) => triggerOf(scene, channel, parameter)),
  ];
}

function entityOf(scene: Scene, channel: number, point: DataPointSummary): Entity[] {
  const { usage, parameter, operations } = point;
  const isKey = usage === 'event' && operations.write;
  if (usage !== 'data_point' && usage !== 'ce_visible' && !isKey) return [];
  const topic = scene.topic('status', channel, parameter);
  const whole = componentOf(point, topic, scene.topic('set', channel, parameter));
  if (whole === undefined) return [];
  const component = 'state_topic' in whole ? whole : withoutState(whole);
  const label = point.translated_name || point.parameter_label || parameter;
  const needs = 'state_topic' in component ? topic : undefined;
  return [
    {
      key: `${channel}_${parameter}`,
      channel,
      name: label,
      needs,
      component: {
        ...component,
        ...(component.p === 'number' ? withLevel(scene, channel, point) : {}),
        ...place(point, channel, component.p),
      },
    },
  ];
}

/** A write-only value has no state for a template. */
const withoutState = ({ value_template, ...component }: Component): Component => component;

function componentOf(point: DataPointSummary, topic: string, set: string): Component | undefined {
  // A lock, gate, siren, valve or permission is an entity of its own kind, or has a read-only state.
  if (point.confirm !== undefined) return toldOnly(point, topic);
  const state = point.operations.event || point.operations.read ? { state_topic: topic } : {};
  const command = { command_topic: set };
  switch (point.category) {
    case 'sensor':
      return { p: 'sensor', ...state, ...sensorOptions(point) };
    case 'binary_sensor': {
      const yes = point.ui_hint?.semantic === 'smoke' ? 'smoke' : YES_MEANS[point.parameter];
      return {
        p: 'binary_sensor',
        ...state,
        ...YES_OR_NO,
        ...(yes ? { device_class: yes } : {}),
      };
    }
    case 'switch':
      return {
        p: 'switch',
        ...state,
        ...command,
        value_template: YES_OR_NO.value_template,
        state_on: 'on',
        state_off: 'off',
        payload_on: 'true',
        payload_off: 'false',
      };
    case 'number':
    case 'action_number':
      return { p: 'number', ...state, ...command, ...numberOptions(point) };
    case 'select':
    case 'action_select':
      return {
        p: 'select',
        ...state,
        ...command,
        ...optionsOf(point),
        command_template: '{"val":{{ value | tojson }}}',
      };
    case 'button':
    case 'event':
      return point.operations.write ? { p: 'button', ...command, payload_press: 'true' } : undefined;
    case 'text':
    case 'action':
      if (point.type !== 'STRING') return undefined;
      return {
        p: 'text',
        ...state,
        ...command,
        value_template: '{{ value_json.val }}',
        command_template: '{"val":{{ value | tojson }}}',
      };
    default:
      return undefined;
  }
}

function toldOnly(point: DataPointSummary, topic: string): Component | undefined {
  if (!point.operations.event && !point.operations.read) return undefined;
  if (point.type === 'BOOL') return { p: 'binary_sensor', state_topic: topic, ...YES_OR_NO };
  return { p: 'sensor', state_topic: topic, ...sensorOptions(point) };
}

function sensorOptions(point: DataPointSummary) {
  const named = optionsOf(point);
  // Home Assistant refuses an empty list.
  if (point.type === 'ENUM' && named.options.length > 0) return { device_class: 'enum', ...named };
  const value_template = `{{ ${scaled(point)} }}`;
  if (point.type !== 'FLOAT' && point.type !== 'INTEGER') return { value_template };
  return { value_template, ...measureOf(point.parameter, point.unit) };
}

const factorOf = ({ multiplier }: DataPointSummary) => (multiplier === undefined ? 1 : multiplier);

/** A value above one means an unchanged level, and is no share. */
function scaled(point: DataPointSummary): string {
  const factor = factorOf(point);
  return factor === 1
    ? 'value_json.val'
    : `([value_json.val, 0] | max * ${factor}) | round(3) if value_json.val is number and value_json.val <= 1 else None`;
}

/** An ENUM is published as its number and shown by its name. */
function optionsOf({ value_list = [] }: DataPointSummary) {
  const names = JSON.stringify(value_list);
  const options = value_list.filter((name) => name !== '');
  return { options, value_template: `{{ ${names}[value_json.val] if value_json.val is number else 'None' }}` };
}

function numberOptions(point: DataPointSummary) {
  const factor = factorOf(point);
  const { min, max } = boundsOf({ ...point, isWhole: point.type === 'INTEGER' });
  const unit = unitOf(point.unit);
  return {
    value_template: `{{ ${scaled(point)} }}`,
    command_template: factor === 1 ? '{{ value }}' : `{{ value / ${factor} }}`,
    ...(factor === 1 ? { min, max } : { min: Math.max(0, min) * factor, max: Math.min(1, max) * factor }),
    step: point.type === 'INTEGER' || factor !== 1 ? 1 : 0.1,
    mode: 'box',
    ...(unit === undefined ? {} : { unit_of_measurement: unit }),
  };
}

/** Value for an unchanged level, where a level supports it. */
const UNCHANGED = 1.01;

/** Slats of HmIP turn only together with a level: the number writes both, and the level as the one that is kept. */
function withLevel(scene: Scene, channel: number, { parameter }: DataPointSummary): Partial<Component> {
  if (parameter !== 'LEVEL_2') return {};
  const level = scene.dataPoints.get(channel)?.find((point) => point.parameter === 'LEVEL');
  if (level?.operations.write !== true || (level.max ?? 0) < UNCHANGED) return {};
  return {
    command_topic: scene.topic('paramset', channel, 'VALUES'),
    command_template: `{"LEVEL":${UNCHANGED},"LEVEL_2":{{ value / 100 }}}`,
  };
}

/** Radio traffic and fault codes, which are rarely needed and change all the time. */
const NOISE = /^(RSSI_|DUTY_?CYCLE|CARRIER_SENSE|ERROR_CODE$|TIME_OF_OPERATION$|IP_ADDRESS$)/;
const ABOUT_ITSELF =
  /^(RSSI_|DUTY_?CYCLE|CARRIER_SENSE|ERROR|LOW_?BAT|OPERATING_VOLTAGE|BATTERY_STATE|SABOTAGE|TIME_OF_OPERATION|IP_ADDRESS)/;

function place({ parameter, operations, usage }: DataPointSummary, channel: number, platform: string) {
  const only = platform === 'sensor' || platform === 'binary_sensor';
  const isAboutItself = channel === 0 || ABOUT_ITSELF.test(parameter);
  const isNoise =
    NOISE.test(parameter) || usage === 'event' || (operations.write && !operations.event && platform !== 'button');
  return {
    ...(only && isAboutItself ? { entity_category: 'diagnostic' } : {}),
    ...(!only && channel === 0 ? { entity_category: 'config' } : {}),
    ...(isNoise ? { enabled_by_default: false } : {}),
  };
}
