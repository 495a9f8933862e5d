import type { TreeTopic } from '../topics/tree.js';
import type { AlarmCommand } from './alarm.js';
import { membersIn, valueIn } from './payload.js';

/** A device of a CCU and one of its channels, as people wrote them: by address or name, by number or name. */
interface OfChannel {
  readonly central: string;
  readonly device: string;
  readonly channel: string;
}

/** Command of a message. */
export type Command =
  | ({ readonly kind: 'set'; readonly parameter: string; readonly value: unknown } & OfChannel)
  | ({ readonly kind: 'get'; readonly parameter: string } & OfChannel)
  | {
      readonly kind: 'paramset';
      readonly central: string;
      readonly device: string;
      /** Absent for the paramset of the device itself. */
      readonly channel?: string | undefined;
      readonly paramset: string;
      readonly values: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'operate';
      readonly central: string;
      readonly device: string;
      readonly name: string;
      /** Absent where the members name it. */
      readonly operation?: string | undefined;
      readonly members: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'program'; readonly central: string; readonly program: string }
  | { readonly kind: 'program_active'; readonly central: string; readonly program: string; readonly active: boolean }
  | { readonly kind: 'sysvar'; readonly central: string; readonly name: string; readonly value: unknown }
  | { readonly kind: 'alarm'; readonly command: AlarmCommand }
  /** Publishes the content of the topic again. */
  | { readonly kind: 'tell'; readonly topic: string }
  /** It asks for nothing, and is right all the same. */
  | { readonly kind: 'nothing' };

/**
 * Command of a message on a topic below `<prefix>/<CCU>/`; undefined for a topic without commands.
 *
 * @throws PayloadError where the payload is none of this command
 * @example
 * commandOf({ instance: 'home', branch: 'set', path: ['0001D3C99C0001', '3', 'STATE'] }, Buffer.from('true'));
 */
export function commandOf({ instance: central, branch, path }: TreeTopic, payload: Buffer): Command | undefined {
  const [first, second, third, ...rest] = path;
  if (first === undefined || rest.length > 0) return undefined;
  switch (branch) {
    case 'set':
      if (second === undefined || third === undefined) return undefined;
      return { kind: 'set', central, device: first, channel: second, parameter: third, value: valueIn(payload) };
    case 'get':
      if (second === undefined || third === undefined) return undefined;
      return { kind: 'get', central, device: first, channel: second, parameter: third };
    case 'paramset':
      if (second === undefined || third === undefined) return undefined;
      return { kind: 'paramset', central, device: first, channel: second, paramset: third, values: membersIn(payload) };
    case 'operate':
      if (second === undefined) return undefined;
      return { kind: 'operate', central, device: first, name: second, operation: third, members: membersIn(payload) };
    case 'program':
      return second === undefined ? { kind: 'program', central, program: first } : undefined;
    case 'sysvar':
      return second === undefined ? { kind: 'sysvar', central, name: first, value: valueIn(payload) } : undefined;
    default:
      return undefined;
  }
}
