// pnpm build: makes what is published, for each package its programs and their declarations.
import { build, install, main } from './lib/prepare.mjs';

main(async (progress) => {
  await install(progress, 'test');
  await build(progress);
});
