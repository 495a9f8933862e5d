// pnpm bundle [--only-install]: installs everything but the tools, which packing asks for, and bundles. A container is built in
// these two steps, so that a change of sources installs nothing anew.
import { parseArgs } from 'node:util';
import { bundle, install, main } from './lib/prepare.mjs';

main(async (progress) => {
  const { values } = parseArgs({ options: { 'only-install': { type: 'boolean', default: false } } });
  await install(progress, 'test');
  if (!values['only-install']) await bundle(progress);
});
