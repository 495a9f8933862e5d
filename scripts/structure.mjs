// Prints figures about the structure of the sources with their goals, and the share of faults in prose.
import { main } from './lib/prepare.mjs';
import { printFigures } from './structure/check.mjs';
import { printWords } from './words/check.mjs';

main(async () => {
  printFigures();
  printWords();
  return 0;
});
