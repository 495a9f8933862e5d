// Lists the sentences that break the rules for prose: node scripts/words.mjs [AREA [RULE [PART OF A PATH]]], or `--lower` to
// write lower ceilings. The step "plain words" of `pnpm check` compares the counts.
import { main } from './lib/prepare.mjs';
import { listFaults, lowerCeilings } from './words/check.mjs';

main(async () => {
  const [area, rule, file] = process.argv.slice(2);
  if (area === '--lower') lowerCeilings();
  else listFaults({ area, rule, file });
  return 0;
});
