// Exports of the packages' entries that have no doc comment.
import { Application, ReflectionKind } from 'typedoc';

const documented =
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Variable |
  ReflectionKind.Enum;

/** Reads the entries with TypeDoc. */
export async function readReference(entryPoints, tsconfig) {
  const app = await Application.bootstrap({
    entryPoints,
    tsconfig,
    name: 'ccu-gateway',
    readme: 'none',
    excludePrivate: true,
    excludeInternal: true,
    skipErrorChecking: true,
    logLevel: 'Error',
    // TypeDoc links its summary to headings that it does not write.
    includeHierarchySummary: false,
    // What an entry does not export has no page of its own; that is the entry's decision.
    validation: { notExported: false, invalidLink: false, invalidPath: false, rewrittenLink: false },
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources');
  return { app, project };
}

/** What the reference lacks, by file: exports without a doc comment, functions without an example. */
export function findUndocumented(project) {
  return project.getReflectionsByKind(documented).flatMap((reflection) => {
    const complaint = isExport(reflection) ? complaintOf(reflection) : null;
    return complaint === null ? [] : [{ file: reflection.sources?.[0]?.fullFileName ?? '', complaint }];
  });
}

function complaintOf(reflection) {
  const comments = [reflection.comment, ...(reflection.signatures ?? []).map(({ comment }) => comment)];
  if (!comments.some((comment) => comment?.hasVisibleComponent() === true))
    return `${reflection.name} has no doc comment`;
  if (!reflection.kindOf(ReflectionKind.Function)) return null;
  const hasExample = comments.some((comment) => comment?.getTag('@example') !== undefined);
  return hasExample ? null : `${reflection.name} has no @example`;
}

function isExport({ parent }) {
  return parent === undefined || parent.kindOf(ReflectionKind.Module | ReflectionKind.Project);
}

/** What is wrong: `found` has the complaints by package. */
export function checkDocumentation(found) {
  return [...found].flatMap(([folder, complaints]) => complaints.map((complaint) => `${folder}: ${complaint}`));
}
