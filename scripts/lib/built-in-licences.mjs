// The licences of the packages that a bundle has built in, as a text beside it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const LICENCE = /^(licen[cs]e|copying|notice)/i;
const LINE = `\n${'-'.repeat(80)}\n\n`;

/** The folder of the package that a bundled file is from; undefined for files of this workspace. */
function packageOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/** @throws where a package has no text that says under which terms it may be handed on. */
function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => LICENCE.test(file));
  if (license === undefined) throw new Error(`${name} names no licence, so that it cannot be built in`);
  const terms = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version} (${license})\n\n${terms || `Its package brings no text; the terms are those of ${license}.`}\n`;
}

/** A plugin of esbuild that writes `file`, a path from the folder of the build, once the bundle is made. */
export function builtInLicences(file) {
  return {
    name: 'built-in-licences',
    setup(build) {
      build.initialOptions.metafile = true;
      const { absWorkingDir = process.cwd() } = build.initialOptions;
      build.onEnd(({ metafile }) => {
        const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.keys(output.inputs));
        const folders = [...new Set(inputs.map(packageOf).filter((folder) => folder !== undefined))].sort();
        const path = resolve(absWorkingDir, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, folders.map((folder) => describe(resolve(absWorkingDir, folder))).join(LINE));
      });
    },
  };
}
