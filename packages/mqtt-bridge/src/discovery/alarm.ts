import type { AlarmPanel } from '@ccu-gateway/contract/types';
import { ALARM_OWNER, ARM_ACTIONS } from '../tree/alarm.js';
import type { DiscoveryMessage, DiscoveryOptions, Entity } from './message.js';
import { objectIdOf } from './object-id.js';
import { assembled } from './payload.js';

/** Discovery message of the alarm system with a control panel for each zone; undefined without a published zone. */
export function alarmDiscoveryOf(
  panels: readonly AlarmPanel[],
  options: DiscoveryOptions,
): DiscoveryMessage | undefined {
  const { topics } = options.tree;
  const found = panels.flatMap((panel) =>
    entitiesOf(panel, topics.alarm(panel.zone_id), topics.alarm(panel.zone_id, 'set')),
  );
  const dev = { name: 'Alarm', manufacturer: 'ccu-gateway', model: 'Alarm system' };
  const id = objectIdOf(topics.prefix, ALARM_OWNER, 'alarm');
  return assembled(id, dev, [{ topic: topics.bridgeState }], found, options);
}

/** Home Assistant disables a panel that is not available, so that a zone that is not watched whole is an entity of its own. */
function entitiesOf(panel: AlarmPanel, state_topic: string, command_topic: string): Entity[] {
  const { zone_id, name, supported_modes: modes, code_arm_required } = panel;
  const features = Object.entries(ARM_ACTIONS).filter(([, mode]) => modes.includes(mode));
  const common = { channel: 0, needs: state_topic };
  return [
    {
      ...common,
      key: `zone_${zone_id}`,
      name,
      component: {
        p: 'alarm_control_panel',
        state_topic,
        value_template: '{{ value_json.state }}',
        command_topic,
        command_template: '{"action":"{{ action }}","code":{{ code | tojson }}}',
        code: 'REMOTE_CODE',
        code_arm_required,
        code_disarm_required: true,
        supported_features: features.map(([action]) => action.toLowerCase()),
      },
    },
    {
      ...common,
      key: `problem_${zone_id}`,
      name: `${name} not watched`,
      component: {
        p: 'binary_sensor',
        device_class: 'problem',
        state_topic,
        value_template: "{{ 'off' if value_json.available else 'on' }}",
        payload_on: 'on',
        payload_off: 'off',
        entity_category: 'diagnostic',
      },
    },
  ];
}
