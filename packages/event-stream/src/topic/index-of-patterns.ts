import type { Pattern } from './pattern.js';
import { isRestricted, type Topic } from './topic.js';

interface Node<T> {
  children?: Map<string, Node<T>>;
  anySegment?: Node<T>;
  exact?: Set<T>;
  open?: Set<T>;
}

/** A trie of patterns; the cost of a look-up grows with the depth of the topic, not with the number of patterns. */
export interface PatternIndex<T> {
  add(pattern: Pattern, value: T): void;
  remove(pattern: Pattern, value: T): void;
  /** Each value once, however many of its patterns match. */
  match(topic: Topic): Set<T>;
  /** True when anything matches. */
  test(topic: Topic): boolean;
}

export function createPatternIndex<T>(): PatternIndex<T> {
  const root: Node<T> = {};

  function visit(node: Node<T>, topic: Topic, at: number, found: (values: Set<T>) => boolean): boolean {
    const isHidden = at === 0 && isRestricted(topic);
    if (!isHidden && node.open && found(node.open)) return true;
    if (at === topic.atoms.length) return node.exact !== undefined && found(node.exact);
    const child = node.children?.get(topic.atoms[at] as string);
    if (child && visit(child, topic, at + 1, found)) return true;
    const end = !isHidden && node.anySegment && topic.segmentEnds[at];
    return !!end && visit(node.anySegment as Node<T>, topic, end, found);
  }

  return {
    add(pattern, value) {
      let node = root;
      for (const step of pattern.steps) node = descend(node, step);
      const slot = pattern.open ? 'open' : 'exact';
      node[slot] ??= new Set();
      node[slot].add(value);
    },
    remove(pattern, value) {
      const path: Node<T>[] = [root];
      for (const step of pattern.steps) {
        const node = path[path.length - 1] as Node<T>;
        const next = step === null ? node.anySegment : node.children?.get(step);
        if (!next) return;
        path.push(next);
      }
      const node = path[path.length - 1] as Node<T>;
      const slot = pattern.open ? 'open' : 'exact';
      node[slot]?.delete(value);
      if (node[slot]?.size === 0) node[slot] = undefined;
      prune(path, pattern);
    },
    match(topic) {
      const matched = new Set<T>();
      visit(root, topic, 0, (values) => {
        for (const value of values) matched.add(value);
        return false;
      });
      return matched;
    },
    test(topic) {
      return visit(root, topic, 0, () => true);
    },
  };
}

function descend<T>(node: Node<T>, step: string | null): Node<T> {
  if (step === null) {
    node.anySegment ??= {};
    return node.anySegment;
  }
  node.children ??= new Map();
  let child = node.children.get(step);
  if (!child) {
    child = {};
    node.children.set(step, child);
  }
  return child;
}

/** Clients choose the patterns, so an emptied branch must not stay behind. */
function prune<T>(path: readonly Node<T>[], pattern: Pattern): void {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const node = path[depth] as Node<T>;
    if (node.exact || node.open || node.anySegment || node.children?.size) return;
    const parent = path[depth - 1] as Node<T>;
    const step = pattern.steps[depth - 1];
    if (step === null || step === undefined) parent.anySegment = undefined;
    else parent.children?.delete(step);
  }
}
