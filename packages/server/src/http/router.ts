import { GatewayError } from '@ccu-gateway/gateway-core';

/** Result for a path: the route of the requested method, or the existing methods. */
interface RouteMatch<Route> {
  readonly route: Route | undefined;
  /** Path parameters, each decoded exactly once. */
  readonly params: Readonly<Record<string, string>>;
  /** Every route on this path by method, in upper case. */
  readonly methods: ReadonlyMap<string, Route>;
}

interface Node<Route> {
  readonly literals: Map<string, Node<Route>>;
  parameter: { readonly name: string; readonly node: Node<Route> } | undefined;
  readonly methods: Map<string, Route>;
}

export interface Router<Route> {
  add(method: string, template: string, route: Route): void;
  /** Undefined when no route has this path. HEAD finds the GET route. */
  match(method: string, path: string): RouteMatch<Route> | undefined;
}

/**
 * Finds routes by path segments. One decoder determines both the route of a path and its parameters: frameworks with
 * different decoders for guards have let `//` and `%75` through.
 */
export function createRouter<Route>(): Router<Route> {
  const root: Node<Route> = emptyNode();
  /** Nodes of the templates without parameters. */
  const plain = new Map<string, Node<Route>>();

  return {
    add(method, template, route) {
      let node = root;
      for (const segment of template.split('/').slice(1)) node = descend(node, segment, template);
      const key = method.toUpperCase();
      if (node.methods.has(key)) throw new Error(`Two routes claim ${key} ${template}`);
      node.methods.set(key, route);
      if (!template.includes('{')) plain.set(template, node);
    },
    match(method, path) {
      const params: Record<string, string> = {};
      const node = plain.get(path) ?? find(root, segmentsOf(path), 1, params);
      if (node === undefined) return undefined;
      const route = node.methods.get(method === 'HEAD' ? 'GET' : method);
      return { route, params, methods: node.methods };
    },
  };
}

function emptyNode<Route>(): Node<Route> {
  return { literals: new Map(), parameter: undefined, methods: new Map() };
}

function descend<Route>(node: Node<Route>, segment: string, template: string): Node<Route> {
  if (segment.startsWith('{') && segment.endsWith('}')) {
    const name = segment.slice(1, -1);
    if (node.parameter === undefined) node.parameter = { name, node: emptyNode() };
    else if (node.parameter.name !== name) {
      throw new Error(`${template} names {${name}} where another route has {${node.parameter.name}}`);
    }
    return node.parameter.node;
  }
  let next = node.literals.get(segment);
  if (next === undefined) {
    next = emptyNode();
    node.literals.set(segment, next);
  }
  return next;
}

/** A literal wins over a parameter, but a literal that leads nowhere does not hide the parameter. */
function find<Route>(
  node: Node<Route>,
  segments: readonly string[],
  depth: number,
  params: Record<string, string>,
): Node<Route> | undefined {
  if (depth === segments.length) return node.methods.size > 0 ? node : undefined;
  const segment = segments[depth]!;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? undefined : find(literal, segments, depth + 1, params);
  if (found !== undefined) return found;
  if (node.parameter === undefined || segment === '') return undefined;
  const below = find(node.parameter.node, segments, depth + 1, params);
  if (below !== undefined) params[node.parameter.name] = segment;
  return below;
}

/** Decoded. The part before the first slash is the first of them. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    throw new GatewayError('bad_request', 'The path of the request is not acceptable', { reason: 'path_invalid' });
  }
}
