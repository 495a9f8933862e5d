import type { Behavior } from '@matter/main';
import { ThermostatServer } from '@matter/main/behaviors/thermostat';
import { AttributeElement, type ClusterModel } from '@matter/main/model';

type Features = Parameters<typeof ThermostatServer.with>;

/**
 * The thermostat of the library with how far the valve is open. Matter 1.6 has withdrawn the attribute, so that the library leaves it out,
 * but systems of today still show it.
 *
 * @example
 * const type = ThermostatDevice.with(thermostatServerWith('Heating'));
 */
export function thermostatServerWith(...features: Features): Behavior.Type {
  const Base = ThermostatServer.with(...features);
  return class extends Base {
    // The schema of a behavior that has a cluster is the model of the cluster.
    static override readonly schema = extended(Base.schema as ClusterModel);
    static override readonly State = class extends Base.State {
      override piHeatingDemand: number | undefined = undefined;
    };
  };
}

function extended(schema: ClusterModel) {
  return schema.extend({
    children: [
      AttributeElement({ name: 'PiHeatingDemand', id: 0x8, type: 'percent', access: 'R V', conformance: 'O' }),
    ],
  });
}
