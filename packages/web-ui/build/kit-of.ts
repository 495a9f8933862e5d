/** Module graph of the bundler. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Entries {
  readonly app: string;
  readonly page: string;
  /** Scripts that run without the app, so that they must not load what it shares with its pages. */
  readonly alone: readonly string[];
}

/**
 * Names the shared chunks: `base` for modules that the app shares with pages, `kit` for those that pages alone share. They are two files
 * instead of one for each set of pages, because a request costs a slow processor more than a few unneeded kilobytes.
 */
export function kitOf({ app, page, alone }: Entries) {
  let names: ReadonlyMap<string, string> | undefined;
  return (id: string, graph: Graph): string | null => {
    names ??= namesOf(graph, { app, page, alone });
    return names.get(id) ?? (ICON.test(id) ? 'icons' : null);
  };
}

function namesOf(graph: Graph, { app, page, alone }: Entries): ReadonlyMap<string, string> {
  const loaded = withImports(graph, app);
  const kept = new Set(alone.flatMap((entry) => [...withImports(graph, entry)]));
  const kit = [...withImports(graph, page)].filter((id) => !loaded.has(id));
  const base = [...loaded].filter((id) => !kept.has(id) && !ICON.test(id));
  return new Map([...kit.map((id) => [id, 'kit'] as const), ...base.map((id) => [id, 'base'] as const)]);
}

/** The icons come from one module that names all of them, so that imports do not tell which of them a page needs. */
const ICON = /[\\/]lucide[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const ALL_ICONS = /[\\/]lucide[\\/]dist[\\/]esm[\\/](lucide|iconsAndAliases)[^\\/]*$/;

/** A module and all its static imports. */
function withImports(graph: Graph, id: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(id) || ALL_ICONS.test(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) withImports(graph, imported, found);
  return found;
}
