// The files that Node-RED reads beside the program: the editor's part, translations, help and icons. Each node has files of its own in
// `public`; Node-RED wants one of each kind for a program, so that they are joined here.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const NAME = 'ccu-gateway';

/** Bundles the sources of this workspace, makes the export that Node-RED calls, and writes the other files. */
export const nodeFiles: Plugin = {
  name: 'node-files',
  setup(build) {
    const { absWorkingDir = process.cwd() } = build.initialOptions;
    build.initialOptions.conditions = ['@ccu-gateway/source', 'module'];
    build.initialOptions.footer = { js: 'module.exports = module.exports.registerNodes;' };
    build.onEnd(async () => {
      const { outputFiles } = await build.esbuild.build({
        entryPoints: [join(absWorkingDir, 'public/editor/nodes.js')],
        bundle: true,
        write: false,
        minifyWhitespace: true,
      });
      writeFiles(join(absWorkingDir, 'public'), join(absWorkingDir, 'dist'), outputFiles[0]?.text ?? '');
    });
  },
};

function writeFiles(from: string, to: string, editor: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(to, path, '..'), { recursive: true });
    writeFileSync(join(to, path), text);
  };
  // The package is a module, and this file is none.
  write('package.json', '{ "type": "commonjs" }\n');
  const script = `<script type="text/javascript">\n${editor}</script>\n`;
  write(`${NAME}.html`, `${script}${joined(join(from, 'editor'))}`);
  for (const language of readdirSync(join(from, 'locales'))) {
    const folder = join(from, 'locales', language);
    write(`locales/${language}/${NAME}.json`, readFileSync(join(folder, `${NAME}.json`), 'utf8'));
    write(`locales/${language}/${NAME}.html`, joined(folder));
  }
  cpSync(join(from, 'icons'), join(to, 'icons'), { recursive: true });
}

/** The templates of all nodes. */
function joined(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}
