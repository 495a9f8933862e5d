import { expect, it } from 'vitest';
import { loadPlugIn, plugInCommands } from './plug-in.js';

const failing = (error: Error) => ({ summary: '', package: '@example/other', load: () => Promise.reject(error) });
const absent = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });

it('a word of a package that is not installed names the package and its installation', async () => {
  await expect(plugInCommands('other', failing(absent))).rejects.toMatchObject({
    exit: 1,
    code: 'not_installed',
    message: 'this needs the package @example/other, which is not installed',
    fix: 'npm install @example/other',
  });
});

it('a package that is installed and fails reports its own error', async () => {
  const broken = new Error('a fault of the package');
  await expect(loadPlugIn(failing(broken))).rejects.toBe(broken);
});
