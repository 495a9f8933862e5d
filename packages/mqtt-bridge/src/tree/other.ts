import type { Topics } from '../topics/tree.js';
import type { ReadingCore } from './house.js';
import type { Naming } from './naming.js';

/** Options of the tree of another program. Such trees have no level for the CCU: each is of one. */
export interface OtherTreeOptions {
  readonly house: ReadingCore;
  /** Name of the CCU. */
  readonly central: string;
  /** First levels of all its topics; empty for none. */
  readonly prefix: string;
  /** Topics of the native tree, which filters are about. */
  readonly topics: Topics;
  readonly naming: () => Naming;
}

/** Topics of the native tree for the same things. */
export interface Subjects {
  status(device: string, channel: number, parameter: string): string;
  set(device: string, channel: number, parameter: string): string;
  paramset(device: string, channel: number | undefined, paramset: string): string;
  hub(...path: readonly string[]): string;
  sysvar(name: string): string;
  program(idOrName: string): string;
}

/** Creates the subjects of filters. */
export function subjectsOf({ central, topics, naming }: OtherTreeOptions): Subjects {
  const named = (address: string) => naming().at({ central, address });
  return {
    status: (device, channel, parameter) => topics.of(central, 'status', named(device), channel, parameter),
    set: (device, channel, parameter) => topics.of(central, 'set', named(device), channel, parameter),
    paramset: (device, channel, paramset) =>
      topics.of(central, 'paramset', named(device), ...(channel === undefined ? [] : [channel]), paramset),
    hub: (...path) => topics.of(central, 'hub', ...path),
    sysvar: (name) => topics.of(central, 'sysvar', name),
    program: (idOrName) => topics.of(central, 'program', idOrName),
  };
}
