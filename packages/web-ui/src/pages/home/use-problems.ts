import { useComputed } from '@preact/signals';
import { useServices } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { deviceKeyOf, pointKeyOf } from '../../store/points.js';
import { shownProblem } from './problems.js';

/** Current problems by cause, the worst first, as the gateway groups them. */
export function useProblems() {
  const { store } = useServices();
  const problems = useResource(({ gateway, scope }) => gateway.call('listProblems', { query: scope.query() }), {
    refreshOn: [
      'problems.changed',
      'system.status_changed',
      'connectivity.changed',
      'mqtt.broker_connected',
      'mqtt.broker_disconnected',
    ],
  });
  return useComputed(() =>
    (problems.current.value.value ?? []).map((problem) =>
      shownProblem(problem, ({ central, address, parameter }) => {
        const point = store.peekPoint(pointKeyOf(deviceKeyOf(central, address), 0, parameter));
        return point?.summary.parameter_label;
      }),
    ),
  ).value;
}
