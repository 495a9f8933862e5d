/** Module graph of the bundler. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Names the shared chunk: modules that several pages use and the app does not load anyway. It is one file instead of
 * one for each set of pages, because a request costs a slow processor more than a few unneeded kilobytes.
 */
export function kitOf({ app, page }: { readonly app: string; readonly page: string }) {
  let kit: ReadonlySet<string> | undefined;
  return (id: string, graph: Graph): string | null => {
    kit ??= membersOf(graph, { app, page });
    return kit.has(id) ? 'kit' : ICON.test(id) ? 'icons' : null;
  };
}

function membersOf(graph: Graph, { app, page }: { readonly app: string; readonly page: string }): ReadonlySet<string> {
  const loaded = withImports(graph, app);
  return new Set([...withImports(graph, page)].filter((id) => !loaded.has(id)));
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
