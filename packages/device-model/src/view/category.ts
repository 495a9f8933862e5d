import { triggerKindOf } from '../announce/trigger.js';
import type { Descriptor } from '../values/descriptor.js';

/** Category of a plain data point for a client that builds switches, sensors and buttons. */
export function categoryOf(parameter: string, descriptor: Descriptor): string | undefined {
  if (descriptor.placeholder) return undefined;
  const trigger = triggerKindOf({ parameter, descriptor });
  if (trigger === 'keypress' || trigger === 'impulse') return descriptor.writable ? 'button' : 'event';
  if (descriptor.writable && !descriptor.readable && !descriptor.eventful) return actionCategory(descriptor);
  if (descriptor.writable) return writableCategory(descriptor);
  return isBinary(descriptor) ? 'binary_sensor' : 'sensor';
}

function actionCategory(descriptor: Descriptor): string {
  switch (descriptor.type) {
    case 'ACTION':
      return 'button';
    case 'ENUM':
      return 'action_select';
    case 'FLOAT':
    case 'INTEGER':
      return 'action_number';
    default:
      return 'action';
  }
}

function writableCategory(descriptor: Descriptor): string {
  switch (descriptor.type) {
    case 'BOOL':
      return 'switch';
    case 'ENUM':
      return 'select';
    case 'FLOAT':
    case 'INTEGER':
      return 'number';
    case 'ACTION':
      return 'button';
    default:
      return 'text';
  }
}

/** Two options of which one is "nothing there" are a yes or no. */
const BINARY_OPTIONS: ReadonlySet<string> = new Set(['CLOSED,OPEN', 'DRY,RAIN', 'STABLE,NOT_STABLE', 'OFF,ON']);

function isBinary(descriptor: Descriptor): boolean {
  if (descriptor.type === 'BOOL') return true;
  return descriptor.type === 'ENUM' && BINARY_OPTIONS.has((descriptor.valueList ?? []).join(','));
}

const FUNCTIONAL: Readonly<Record<string, string>> = {
  action: 'button',
  action_number: 'number',
  action_select: 'select',
  text_display: 'text',
};

/** The coarser type clients pick their widget by. */
export function functionalTypeOf(category: string | undefined): string | undefined {
  return category === undefined ? undefined : (FUNCTIONAL[category] ?? category);
}
