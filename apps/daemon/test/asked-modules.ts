import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A loader of Node that writes down each module, and refuses one package as if it were not installed. */
const LOADER = `
import { appendFileSync } from 'node:fs';
let options;
export const initialize = (given) => { options = given; };
export async function resolve(specifier, context, next) {
  if (specifier === options.absent) throw Object.assign(new Error('Cannot find package ' + specifier), { code: 'ERR_MODULE_NOT_FOUND' });
  const found = await next(specifier, context);
  appendFileSync(options.file, specifier + ' ' + found.url + '\\n');
  return found;
}`;

/** Arguments for Node, and the modules that a process with them has asked for: a name and its URL a line. */
export function recordModules(dir: string, absent?: string) {
  const file = join(dir, 'asked.txt');
  const url = (name: string) => pathToFileURL(join(dir, name)).href;
  writeFileSync(file, '');
  writeFileSync(join(dir, 'loader.mjs'), LOADER);
  const preload = `import { register } from 'node:module';
register(${JSON.stringify(url('loader.mjs'))}, { data: ${JSON.stringify({ file, absent })} });`;
  writeFileSync(join(dir, 'preload.mjs'), preload);
  return { args: ['--import', url('preload.mjs')], asked: () => readFileSync(file, 'utf8') };
}
