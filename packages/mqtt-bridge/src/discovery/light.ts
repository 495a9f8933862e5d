import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import type { Component } from './message.js';
import { choice, stateOf } from './template.js';

/** A light, in the form that takes brightness, colour and effect in one command. */
export function lightOf({ config, capabilities, state }: CustomDPSummary, topic: string, operate: string): Component {
  const effects = Array.isArray(config.available_effects) ? config.available_effects : [];
  const members = [
    ...(capabilities.dimmable === true ? [member('brightness')] : []),
    ...(capabilities.color === true
      ? ['{% if hue is defined %},"hue":{{ hue }},"saturation":{{ sat }}{% endif %}']
      : []),
    ...(capabilities.color_temp === true
      ? ['{% if color_temp is defined %},"color_temp_kelvin":{{ (1000000 / color_temp) | round | int }}{% endif %}']
      : []),
    ...(effects.length > 0 ? ['{% if effect is defined %},"effect":{{ effect | tojson }}{% endif %}'] : []),
  ];
  return {
    p: 'light',
    schema: 'template',
    state_topic: topic,
    command_topic: operate,
    command_on_template: `{"operation":"turn_on"${members.join('')}}`,
    command_off_template: '{"operation":"turn_off"}',
    state_template: choice(stateOf('is_on'), 'on', 'off'),
    ...(capabilities.dimmable === true ? { brightness_template: `{{ ${stateOf('brightness')} | int(0) }}` } : {}),
    ...(capabilities.color === true ? { red_template: part(5), green_template: part(3), blue_template: part(1) } : {}),
    ...(capabilities.color_temp === true ? temperatureOf(config) : {}),
    ...(effects.length > 0 ? { effect_list: effects } : {}),
    ...(effects.length > 0 && 'effect' in state ? { effect_template: effectOf(effects) } : {}),
  };
}

/** Home Assistant warns about effects outside of its list, so a light without an effect shows the one for none. */
function effectOf(effects: readonly unknown[]): string {
  const none = effects.find((each) => typeof each === 'string' && /^(on|off)$/i.test(each));
  const shown = stateOf('effect');
  if (none === undefined) return `{{ ${shown} }}`;
  return `{{ ${shown} if ${shown} in ${JSON.stringify(effects)} else '${none}' }}`;
}

const member = (name: string) => `{% if ${name} is defined %},"${name}":{{ ${name} }}{% endif %}`;

/** One of red, green and blue from hue and saturation at full value; none while the light shows a colour temperature. */
const part = (offset: number): string =>
  `{% if ${stateOf('hue')} is none %}None{% else %}{% set k = (${offset} + ${stateOf('hue')} / 60) % 6 %}` +
  `{{ (255 * (1 - (${stateOf('saturation')} | float(0)) / 100 * ([0, [k, 4 - k, 1] | min] | max))) | round | int }}{% endif %}`;

/** Home Assistant uses mired, with the coldest as the least. Its range never exceeds that of the light. */
function temperatureOf({ min_color_temp_kelvin: min, max_color_temp_kelvin: max }: CustomDPSummary['config']) {
  const mired = (kelvin: unknown, round: (exact: number) => number) =>
    typeof kelvin === 'number' && kelvin > 0 ? round(1_000_000 / kelvin) : undefined;
  const [least, most] = [mired(max, Math.ceil), mired(min, Math.floor)];
  const kelvin = stateOf('color_temp_kelvin');
  const shown = `(1000000 / ${kelvin}) | round | int`;
  const within = least === undefined || most === undefined ? shown : `[${least}, [${most}, ${shown}] | min] | max`;
  return {
    color_temp_template: `{{ (${within}) if ${kelvin} else 'None' }}`,
    ...(least === undefined ? {} : { min_mireds: least }),
    ...(most === undefined ? {} : { max_mireds: most }),
  };
}
