import type { DeviceDescription } from '../../house/types.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { typed } from '../../wire/typed-value.js';

export function deviceDescription(description: DeviceDescription): TypedValue {
  return typed(
    Object.fromEntries(
      Object.entries(description).filter(([, value]) => value !== undefined && value !== null),
    ) as Record<string, string>,
  );
}
