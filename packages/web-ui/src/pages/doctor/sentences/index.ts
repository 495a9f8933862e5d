import { bridgeSentences } from './bridges.js';
import { dataDirectorySentences } from './data-directory.js';
import { houseSentences } from './house.js';
import { hubSentences } from './hub.js';
import { machineSentences } from './machine.js';
import { reachabilitySentences } from './reachability.js';
import type { Sentences } from './sentence.js';
import { wayBackSentences } from './way-back.js';

/** Everything that findings say. `word.*` stands for all ids of that word that have no entry of their own. */
export const findingSentences: Sentences = {
  ...machineSentences,
  ...dataDirectorySentences,
  ...reachabilitySentences,
  ...hubSentences,
  ...wayBackSentences,
  ...houseSentences,
  ...bridgeSentences,
};
