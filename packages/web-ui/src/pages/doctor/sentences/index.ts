import { bridgeSentences } from './bridges.js';
import { dataDirectorySentences } from './data-directory.js';
import { houseSentences } from './house.js';
import { hubSentences } from './hub.js';
import { machineSentences } from './machine.js';
import { reachabilitySentences } from './reachability.js';
import type { Sentences } from './sentence.js';
import { wayBackSentences } from './way-back.js';

/** All sentences of findings. `word.*` matches all ids of that word without an entry of their own. */
export const findingSentences: Sentences = {
  ...machineSentences,
  ...dataDirectorySentences,
  ...reachabilitySentences,
  ...hubSentences,
  ...wayBackSentences,
  ...houseSentences,
  ...bridgeSentences,
};
