import type { PlannedOperation } from '../src/index.js';

/** Writes of a plan, parameter by parameter in order. */
export function sent(planned: PlannedOperation): readonly (readonly [string, unknown])[] {
  if (!planned.ok) throw new Error(`${planned.code}: ${planned.message}`);
  return planned.writes.flatMap((write) =>
    write.kind === 'value'
      ? [[write.parameter, write.value.value] as const]
      : Object.entries(write.values).map(([name, typed]) => [name, typed.value] as const),
  );
}
