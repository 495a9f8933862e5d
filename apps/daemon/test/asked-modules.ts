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
  appendFileSync(options.file, specifier + ' ' + found.url + ' ' + found.format + '\\n');
  return found;
}`;

/** The same for modules that are required; a loader gets those of imports only. */
const REQUIRED = `
import { appendFileSync } from 'node:fs';
import Module from 'node:module';
export function record({ file, absent }) {
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    if (request === absent) throw Object.assign(new Error('Cannot find module ' + request), { code: 'MODULE_NOT_FOUND' });
    const found = resolve.call(this, request, ...rest);
    appendFileSync(file, request + ' ' + found + ' required\\n');
    return found;
  };
}`;

/**
 * Arguments for Node, and the modules that a process with them has asked for, a line each: name, URL or path, and the format of an
 * imported one or `required`.
 */
export function recordModules(dir: string, absent?: string) {
  const file = join(dir, 'asked.txt');
  const url = (name: string) => pathToFileURL(join(dir, name)).href;
  writeFileSync(file, '');
  writeFileSync(join(dir, 'loader.mjs'), LOADER);
  writeFileSync(join(dir, 'required.mjs'), REQUIRED);
  const data = JSON.stringify({ file, absent });
  const preload = `import { register } from 'node:module';
import { record } from './required.mjs';
record(${data});
register(${JSON.stringify(url('loader.mjs'))}, { data: ${data} });`;
  writeFileSync(join(dir, 'preload.mjs'), preload);
  return { args: ['--import', url('preload.mjs')], asked: () => readFileSync(file, 'utf8') };
}
