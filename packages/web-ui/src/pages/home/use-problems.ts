import { useComputed } from '@preact/signals';
import { useServices } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { problemsOf } from './problems.js';

/** What is wrong in the house now. */
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
    // Not of each device: with 200 events a second the whole house would be looked through for each frame.
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
