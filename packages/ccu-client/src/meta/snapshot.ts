import { isAddress } from '../model/address.js';
import { CcuError } from '../model/errors.js';
import { isKnownInterface } from '../model/interfaces.js';
import type { GroupKind } from '../rega/scripts/names.js';

/** Names, rooms and functions as a CCU without a logic layer keeps them. */
export interface Metadata {
  readonly names: readonly { readonly interfaceName: string; readonly address: string; readonly name: string }[];
  readonly groups: Readonly<Record<GroupKind, readonly MetadataGroup[]>>;
}

export interface MetadataGroup {
  readonly name: string;
  readonly channelAddresses: readonly string[];
}

interface Node {
  readonly path: string;
  /** Of the node and those above it, the outermost first. */
  readonly names: readonly string[];
}

const INTERFACE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/;
const MAX_OBJECTS = 100_000;
const MAX_NODES = 10_000;
const MAX_DEPTH = 16;
const MAX_NAME = 256;

/**
 * Reads the whole document of such a CCU. Unreadable parts are left out; another document is `protocol`.
 *
 * @throws CcuError
 */
export function readSnapshot(document: unknown): Metadata {
  const { objects, enums } = record(document) ?? {};
  const entries = record(objects);
  if (entries === undefined) throw new CcuError('protocol', 'the names of the CCU cannot be understood');
  const names: Metadata['names'][number][] = [];
  const members = new Map<string, string[]>();
  for (const [reference, value] of Object.entries(entries).slice(0, MAX_OBJECTS)) {
    const [interfaceName, address] = partsOf(reference) ?? [];
    const object = record(value);
    if (interfaceName === undefined || address === undefined || object === undefined) continue;
    const name = text(object.name);
    if (name !== undefined) names.push({ interfaceName, address, name });
    for (const path of new Set(Array.isArray(object.enums) ? object.enums : [])) {
      if (typeof path !== 'string') continue;
      const of = members.get(path);
      if (of === undefined) members.set(path, [address]);
      else of.push(address);
    }
  }
  const groups = (id: string) =>
    named(nodesOf(id, record(enums)?.[id])).map(({ path, name }) => {
      return { name, channelAddresses: members.get(path) ?? [] };
    });
  return { names, groups: { rooms: groups('room'), functions: groups('function') } };
}

/** A reference is `<interface>.<address>`. Only names of other servers have dots; addresses may have some on every interface. */
function partsOf(reference: string): readonly [interfaceName: string, address: string] | undefined {
  const first = reference.indexOf('.');
  const dot = isKnownInterface(reference.slice(0, first)) ? first : reference.lastIndexOf('.');
  const [interfaceName, address] = [reference.slice(0, Math.max(0, dot)), reference.slice(dot + 1)];
  return INTERFACE.test(interfaceName) && isAddress(address) ? [interfaceName, address] : undefined;
}

/** All nodes of a tree, each before those below it. */
function nodesOf(id: string, tree: unknown): readonly Node[] {
  const nodes: Node[] = [];
  const walk = (list: unknown, above: Node, depth: number) => {
    for (const each of Array.isArray(list) && depth <= MAX_DEPTH ? list : []) {
      const node = record(each);
      if (typeof node?.id !== 'string' || nodes.length >= MAX_NODES) continue;
      const found = {
        path: `${above.path}/${node.id}`,
        names: [...above.names, text(node.name) ?? node.id.slice(0, MAX_NAME)],
      };
      nodes.push(found);
      walk(node.children, found, depth + 1);
    }
  };
  walk(record(tree)?.tree, { path: id, names: [] }, 1);
  return nodes;
}

/** A name that several nodes of a tree have gets the names above it, so that rooms of two floors stay two rooms. */
function named(nodes: readonly Node[]): readonly { readonly path: string; readonly name: string }[] {
  const own = ({ names }: Node) => names.at(-1) ?? '';
  const times = new Map<string, number>();
  for (const node of nodes) times.set(own(node), (times.get(own(node)) ?? 0) + 1);
  return nodes.map((node) => ({
    path: node.path,
    name: times.get(own(node)) === 1 ? own(node) : node.names.join(' / ').slice(0, MAX_NAME),
  }));
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' || trimmed.length > MAX_NAME || /\p{Cc}/u.test(trimmed) ? undefined : trimmed;
}
