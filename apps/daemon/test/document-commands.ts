import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block `sh` of a document. */
export interface Block {
  readonly file: string;
  readonly commands: string;
  /** The reason for which no test runs it. */
  readonly foreign: string | undefined;
}

/** Commands that need something outside a demo, each with the reason. A block with one of them is not run. */
const FOREIGN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npx --yes pnpm@10 demo\b/m, 'starts the demo itself, which `demo.test.ts` does'],
  [/^(npx --yes pnpm@10|pnpm) (ha|addon):build\b/m, 'builds for minutes; `pnpm test:release` does it'],
  [/\bdocker\b/, 'needs Docker; the workflow builds and starts the image'],
  [/\b(sudo|systemctl|journalctl|loginctl)\b/, 'changes the machine'],
  [/\bnpm (install|i) (-g|--global)\b/, 'installs on the machine'],
  [/\bmosquitto_|\bmqtt:\/\//, 'needs a broker'],
  [/\bcentral add\b/, 'needs another CCU'],
  [/\/usr\/local\/(addons|etc)\//, 'runs on a CCU'],
  [/\bhttps?:\/\/(?!localhost|127\.0\.0\.1)/, 'calls another host'],
  [
    /\bccu-gateway (doctor|setup|login|logout|service|compat|run|demo)\b/,
    'needs a CCU, a person or the machine itself',
  ],
];

/** The blocks of the pages that lead through a task. A German page repeats the commands of the English one. */
export function blocksOf(repository: string): readonly Block[] {
  const pages = ['docs', 'docs/de'].flatMap((folder) => [
    `${folder}/start.md`,
    ...pagesIn(repository, `${folder}/howto`),
    ...(existsSync(join(repository, folder, 'troubleshooting.md')) ? [`${folder}/troubleshooting.md`] : []),
  ]);
  const seen = new Set<string>();
  return pages.flatMap((file) => {
    const found = readBlocks(readFileSync(join(repository, file), 'utf8'), file);
    return found.filter(({ commands }) => {
      const isNew = !seen.has(commands);
      seen.add(commands);
      return isNew;
    });
  });
}

function pagesIn(repository: string, folder: string): readonly string[] {
  if (!existsSync(join(repository, folder))) return [];
  const names = readdirSync(join(repository, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}

export function readBlocks(text: string, file: string): readonly Block[] {
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, commands = '']) => ({
    file,
    commands,
    foreign: FOREIGN.find(([pattern]) => pattern.test(commands))?.[1],
  }));
}
