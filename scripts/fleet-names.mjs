// Lists the files outside the fleet's folders that name it; with `--lower` it writes lower ceilings. The step "fleet names" of
// `pnpm check` compares the counts.
import { main } from './lib/prepare.mjs';
import { listFleetNames, lowerFleetNames } from './structure/check.mjs';

main(async () => {
  if (process.argv.includes('--lower')) lowerFleetNames();
  else listFleetNames();
  return 0;
});
