// The order of test files. Vitest begins with large files where it has no times of an earlier run, as in CI; a small one that takes long
// would then run alone at the end.
import { BaseSequencer } from 'vitest/node';

/** A sequencer that begins with the files whose paths end with one of `names`, in that order. */
export function longestFirst(names) {
  const rank = ({ moduleId }) => {
    const index = names.findIndex((name) => moduleId.endsWith(`/${name}`));
    return index < 0 ? names.length : index;
  };
  return class extends BaseSequencer {
    async sort(files) {
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };
}
