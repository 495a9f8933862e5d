// Preloaded into a gateway: answers the memory of its process over the channel to the benchmark that started it. With
// `collect` it first collects all garbage, which shows what is in use.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

process.on('message', ({ collect }) => {
  if (collect) {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  }
  const spaces = getHeapSpaceStatistics().map(({ space_name: name, space_size: size }) => [name, size]);
  process.send({ ...process.memoryUsage(), spaces: Object.fromEntries(spaces) });
});
process.channel.unref();
