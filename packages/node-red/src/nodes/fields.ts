import type { Message, NodeConfig } from '../red/red.js';
import { RefusedMessage } from '../words/failure-words.js';

/** A text of the form; undefined where it is empty. */
export function textOf(config: NodeConfig, name: string): string | undefined {
  const value = config[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/**
 * A field of the form, else the property of the message. The form decides: the message of an event has the address of its device, and
 * the node behind it belongs to another one.
 */
export function fieldOf(message: Message, config: NodeConfig, name: string): string | undefined {
  const value = message[name];
  return textOf(config, name) ?? (typeof value === 'number' ? String(value) : textOf(message, name));
}

/** The CCU: of the message only where the message also has what the node works on, the field `subject`. */
export function centralOf(message: Message, config: NodeConfig, subject: string): string | undefined {
  return textOf(config, subject) === undefined ? fieldOf(message, config, 'central') : textOf(config, 'central');
}

/** @throws RefusedMessage where neither the message nor the form has it */
export function neededField(message: Message, config: NodeConfig, name: string): string {
  const value = fieldOf(message, config, name);
  if (value === undefined) throw new RefusedMessage('missing', { field: name });
  return value;
}

/** A data point by message and form. */
export interface PointAddress {
  readonly central: string | undefined;
  readonly device: string;
  readonly channel: number;
  readonly parameter: string;
}

/** @throws RefusedMessage where a part is missing or wrong */
export function pointOf(message: Message, config: NodeConfig): PointAddress {
  const channel = neededField(message, config, 'channel');
  if (!/^\d{1,4}$/.test(channel)) throw new RefusedMessage('channel', { channel });
  return {
    central: centralOf(message, config, 'device'),
    device: neededField(message, config, 'device'),
    channel: Number(channel),
    parameter: neededField(message, config, 'parameter'),
  };
}

/** The operation of a node: that of its form, or of `msg.operation` where the form leaves it open. */
export function operationOf<Name extends string>(
  message: Message,
  config: NodeConfig,
  names: readonly [Name, ...Name[]],
): Name {
  const wanted = textOf(config, 'operation') ?? textOf(message, 'operation') ?? names[0];
  const found = names.find((name) => name === wanted);
  if (found === undefined) throw new RefusedMessage('operation', { operation: wanted, names: names.join(', ') });
  return found;
}

/** A value that a data point or a system variable can have. @throws RefusedMessage for anything else */
export function writableOf({ payload }: Message): boolean | number | string {
  if (typeof payload === 'boolean' || typeof payload === 'string' || Number.isFinite(payload)) {
    return payload as boolean | number | string;
  }
  throw new RefusedMessage('value');
}
