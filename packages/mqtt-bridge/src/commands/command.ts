import type { TreeTopic } from '../topics/tree.js';

/** What a topic asks for. Names are as people wrote them: addresses or names of devices, numbers or names of channels. */
export type Command =
  | {
      readonly kind: 'set';
      readonly central: string;
      readonly device: string;
      readonly channel: string;
      readonly parameter: string;
    }
  | {
      readonly kind: 'get';
      readonly central: string;
      readonly device: string;
      readonly channel: string;
      readonly parameter: string;
    }
  | {
      readonly kind: 'paramset';
      readonly central: string;
      readonly device: string;
      readonly channel: string;
      readonly paramset: string;
    }
  | {
      readonly kind: 'operate';
      readonly central: string;
      readonly device: string;
      readonly name: string;
      /** Absent where the payload names it. */
      readonly operation?: string | undefined;
    }
  | { readonly kind: 'program'; readonly central: string; readonly program: string }
  | { readonly kind: 'sysvar'; readonly central: string; readonly name: string };

/**
 * What a topic below `<prefix>/<CCU>/` asks for; undefined where it is none of a command.
 *
 * @example
 * commandOf({ instance: 'home', branch: 'set', path: ['0001D3C99C0001', '3', 'STATE'] });
 */
export function commandOf({ instance: central, branch, path }: TreeTopic): Command | undefined {
  const [first, second, third, ...rest] = path;
  if (first === undefined || rest.length > 0) return undefined;
  switch (branch) {
    case 'set':
    case 'get':
      if (second === undefined || third === undefined) return undefined;
      return { kind: branch, central, device: first, channel: second, parameter: third };
    case 'paramset':
      if (second === undefined || third === undefined) return undefined;
      return { kind: 'paramset', central, device: first, channel: second, paramset: third };
    case 'operate':
      if (second === undefined) return undefined;
      return { kind: 'operate', central, device: first, name: second, operation: third };
    case 'program':
      return second === undefined ? { kind: 'program', central, program: first } : undefined;
    case 'sysvar':
      return second === undefined ? { kind: 'sysvar', central, name: first } : undefined;
    default:
      return undefined;
  }
}
