import { useComputed } from '@preact/signals';
import { useServices } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { problemsOf } from './problems.js';

/** Current problems. */
export function useProblems() {
  const { store } = useServices();
  const service = useResource(({ gateway, scope }) => gateway.call('listServiceMessages', { query: scope.query() }), {
    refreshOn: ['hub.service_message'],
  });
  const alarms = useResource(({ gateway, scope }) => gateway.call('listAlarmMessages', { query: scope.query() }), {
    refreshOn: ['hub.alarm_message'],
  });
  const health = useResource(({ gateway }) => gateway.call('getHealth'), {
    refreshOn: ['system.status_changed', 'connectivity.changed'],
  });
  return useComputed(() => {
    // Depends on the pulse and not on each device: at 200 events a second every frame would check all devices.
    store.pulse.value;
    return problemsOf({
      store,
      devices: store.devices.value.map((key) => store.peekDevice(key)).filter((device) => device !== undefined),
      interfaces: store.interfaces.value,
      service: service.current.value.value ?? [],
      alarms: alarms.current.value.value ?? [],
      health: health.current.value.value,
    });
  }).value;
}
