import type { DeviceView, MappingOptions } from '../src/mapping/house-view.js';
import type { ClusterPlan, CustomDataPointRef, Exposable } from '../src/mapping/plan.js';

/** Each switch of the house as a plug: enough to see how the bridge treats a plan. */
export function switchesIn(devices: readonly DeviceView[], options: MappingOptions): readonly Exposable[] {
  return devices.flatMap(({ central, device, customDataPoints }) =>
    customDataPoints.map((point) => {
      const of: CustomDataPointRef = { kind: 'custom_data_point', central, address: device.address, name: point.name };
      const key = `${central}/${device.address}:${point.channel_no}`;
      const name = options.nameOf(key) ?? device.name;
      const place = { key, name, room: undefined, central, address: device.address };
      return {
        ...place,
        channel: point.channel_no,
        source: 'custom',
        sourceName: point.name,
        kind: undefined,
        failure: undefined,
        leftOut: [],
        plan: {
          ...place,
          area: undefined,
          vendor: 'eQ-3',
          product: device.model,
          serial: device.address,
          firmware: undefined,
          deviceTypes: ['OnOffPlugInUnit'],
          clusters: [onOff(of)],
          parts: [],
          inputs: [of],
        },
        reasonCode: undefined,
        reason: undefined,
        isComplete: true,
        shownByDefault: true,
        heldBack: undefined,
        ecosystems: [],
        type: 'on_off_plug_in_unit',
      } satisfies Exposable;
    }),
  );
}

function onOff(of: CustomDataPointRef): ClusterPlan {
  const turn = (operation: 'turn_on' | 'turn_off') => ({ kind: 'operation', of, operation, params: {} }) as const;
  return {
    name: 'OnOff',
    features: [],
    fixed: {},
    initial: { onOff: false },
    attributes: (values) => ({ onOff: values.state(of).is_on === true }),
    commands: {
      on: () => turn('turn_on'),
      off: () => turn('turn_off'),
      toggle: (_args, values) => turn(values.state(of).is_on === true ? 'turn_off' : 'turn_on'),
    },
    writable: {},
    presses: [],
  };
}
