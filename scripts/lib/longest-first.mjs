// The order of test files. Vitest begins with large files where it has no times of an earlier run, as in CI; a small one that takes long
// would then run alone at the end.
import { BaseSequencer } from 'vitest/node';

/** Tests beside sources compute; the others start gateways, brokers and processes, and wait for them. */
const waits = ({ moduleId }) => moduleId.includes('/test/');

/** Both kinds in their order, evenly mixed: workers that all wait at a time leave the processor idle. */
function mixed(files) {
  const kinds = [files.filter(waits), files.filter((file) => !waits(file))];
  return kinds
    .flatMap((kind) => kind.map((file, index) => ({ file, at: (index + 0.5) / kind.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file);
}

/** A sequencer that begins with the files whose paths end with one of `names`, in that order, and mixes the others. */
export function longestFirst(names) {
  const rank = ({ moduleId }) => {
    const index = names.findIndex((name) => moduleId.endsWith(`/${name}`));
    return index < 0 ? names.length : index;
  };
  return class extends BaseSequencer {
    async sort(files) {
      return mixed(await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };
}
