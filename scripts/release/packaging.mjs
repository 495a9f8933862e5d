// What is wrong with the tarballs as packages of npm: fields of their manifests (publint), types that a program would not find or that
// differ from the code (attw), and declarations that need a package which is not installed with them.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import {
  checkPackage,
  createPackageFromTarballData,
  formatMessage,
  problemKindInfo,
  publint,
} from '../../tools/packaging.mjs';

/** How programs look for modules that cannot load a package in ESM, by attw. */
const NOT_ESM = ['node10', 'node16-cjs'];

/** What is wrong with a tarball, a line each; `file` is its path. */
export async function wronglyPacked({ name, file }) {
  const bytes = new Uint8Array(readFileSync(file));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const packed = createPackageFromTarballData(bytes);
  const { types, problems = [] } = await checkPackage(packed);
  const wrong = problems.filter(({ resolutionKind }) => !NOT_ESM.includes(resolutionKind));
  return [
    ...messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`),
    ...(types === false ? [] : wrong.map((problem) => `${name}: ${describe(problem)}`)),
    ...undeclared(packed, pkg).map((line) => `${name}: ${line}`),
  ];
}

function undeclared(packed, { dependencies, peerDependencies, optionalDependencies }) {
  const known = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  const isKnown = (specifier) => known.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  return packed
    .listFiles()
    .filter((path) => path.endsWith('.d.ts'))
    .flatMap((path) =>
      ts
        .preProcessFile(packed.readFile(path))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((specifier) => !/^(\.|node:)/.test(specifier) && !isKnown(specifier))
        .map((specifier) => `${path} imports ${specifier}, which is no dependency`),
    );
}

function describe({ kind, entrypoint, resolutionKind }) {
  const where = [entrypoint, resolutionKind].filter((part) => part !== undefined).join(', ');
  return `${problemKindInfo[kind].shortDescription}${where === '' ? '' : ` (${where})`}`;
}
