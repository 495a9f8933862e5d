// pnpm bundle [--only-install]: installs what daemon and command line run and bundle, and bundles it. A container is built in these
// two steps, so that a change of sources installs nothing anew.
import { parseArgs } from 'node:util';
import { bundle, install, main } from './lib/prepare.mjs';

main(async (progress) => {
  const { values } = parseArgs({ options: { 'only-install': { type: 'boolean', default: false } } });
  await install(progress, 'run');
  if (!values['only-install']) await bundle(progress);
});
