// The types of all packages: a program of TypeScript checks sources and tests, then one for each package writes the declarations that
// are published, one for each source file that its entries reach. Programs of several packages would name types by a package that
// exports them again. All programs share the files that were read.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { listEntries, listPackages } from '../structure/packages.mjs';
import { root } from './run.mjs';
import { filesBelow, fingerprint, isCurrent, writeNote } from './written.mjs';
import { withOwnZod, zodDeclarations } from './zod-declarations.mjs';

const NOTE = 'declarations';

/** Whether the declarations of the last time are of the sources as they are. */
export const isDeclared = () => isCurrent(NOTE);

function complain(diagnostics) {
  const host = { getCanonicalFileName: (path) => path, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  process.stdout.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), host));
  return diagnostics.length === 0 ? 0 : 1;
}

/** The options and files of `tsconfig.json`, and a maker of programs of these options. */
function openPrograms() {
  const path = join(root, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const options = { ...parsed.options, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const host = ts.createCompilerHost(options);
  const resolutions = ts.createModuleResolutionCache(root, host.getCanonicalFileName, options);
  const read = new Map();
  const getSourceFile = (name, ...more) => {
    if (!read.has(name)) read.set(name, host.getSourceFile(name, ...more));
    return read.get(name);
  };
  const shared = { ...host, getSourceFile, getModuleResolutionCache: () => resolutions };
  const createProgram = (rootNames) => ts.createProgram({ rootNames, options, host: shared });
  return { parsed, createProgram };
}

/** Checks all sources and tests; where nothing is wrong, writes the declarations. Prints what is wrong, answers an exit code. */
export function checkTypes() {
  const made = fingerprint();
  const { parsed, createProgram } = openPrograms();
  const program = createProgram(parsed.fileNames);
  const found = [
    ...parsed.errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  return found.length > 0 ? complain(found) : write(createProgram, made);
}

/** Writes the declarations alone, of sources that `checkTypes` checks. Prints what is wrong, answers an exit code. */
export function writeDeclarations() {
  return write(openPrograms().createProgram, fingerprint());
}

function write(createProgram, made) {
  const wrong = [];
  const texts = listPackages().flatMap((folder) => {
    const { files, diagnostics } = declare(createProgram, folder);
    wrong.push(...diagnostics);
    return files;
  });
  if (wrong.length > 0) return complain(wrong);
  for (const path of listPackages().flatMap((folder) => filesBelow(join(folder, 'dist')))) {
    if (path.endsWith('.d.ts')) rmSync(join(root, path));
  }
  texts.push(...zodDeclarations());
  for (const { path, text } of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeNote(
    NOTE,
    made,
    texts.map(({ path }) => path),
  );
  return 0;
}

/** The declarations that the entries of a package reach, with their paths below the root. */
function declare(createProgram, folder) {
  const src = join(root, folder, 'src');
  const waiting = listEntries(folder);
  const program = createProgram(waiting);
  const seen = new Set(waiting);
  const files = [];
  const diagnostics = [];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    let text = '';
    const keep = (_path, written) => {
      text = written;
    };
    // The last argument skips a check of the file, which is that of `checkTypes`.
    const emitted = program.emit(program.getSourceFile(source), keep, undefined, true, undefined, true);
    diagnostics.push(...emitted.diagnostics);
    const path = join(folder, 'dist', relative(src, source)).replace(/\.ts$/, '.d.ts');
    files.push({ path, text: withOwnZod(path, text) });
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const next = join(dirname(source), fileName).replace(/\.js$/, '.ts');
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return { files, diagnostics };
}
