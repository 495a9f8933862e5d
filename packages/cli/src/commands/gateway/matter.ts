import { existsSync } from 'node:fs';
import { command, group } from '../../context/context.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT } from '../../terminal/exit.js';

const reset = command({
  name: 'ccu-gateway matter reset',
  description: 'Forget every home that the Matter bridge belongs to, and its codes. The gateway must be stopped.',
  run: async (context) => {
    context.requireDatabase();
    const { path } = await context.dataDir();
    if (!existsSync(path)) throw new CliError(EXIT.notFound, 'data_dir_missing', `there is no directory ${path}`);
    const question = `Forget all homes of the Matter bridge in ${path}? It must be added to each of them again.`;
    if (!(await confirm(context.io, question, context.yes))) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
    }
    const { resetMatterFile } = await import('@ccu-gateway/storage');
    const done = await locked(path, () => resetMatterFile({ dataDir: path, now: context.io.now() }));
    if (done === undefined) return { data: { reset: false }, lines: [`there is no Matter bridge in ${path}`] };
    const { setAside } = done;
    return {
      data: { reset: true, ...(setAside === undefined ? {} : { set_aside: setAside }) },
      lines: [
        'the Matter bridge belongs to no home any more',
        ...(setAside === undefined ? [] : [`the damaged file lies in ${setAside} now`]),
      ],
    };
  },
});

export const matterCommands = group('ccu-gateway matter', 'The Matter bridge.', { reset });

async function locked<T>(dataDir: string, run: () => Promise<T>): Promise<T> {
  const { actingAsOwner } = await import('@ccu-gateway/storage');
  return actingAsOwner(dataDir, () => lockedAsOwner(dataDir, run));
}

async function lockedAsOwner<T>(dataDir: string, run: () => Promise<T>): Promise<T> {
  const { lockDataDir, StorageError } = await import('@ccu-gateway/storage');
  const lock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    const fix = error.code === 'storage_in_use' ? { fix: 'stop the gateway first' } : {};
    throw new CliError(EXIT.conflict, error.code, error.message, fix);
  });
  try {
    return await run();
  } catch (error) {
    throw error instanceof StorageError ? new CliError(EXIT.failed, error.code, error.message) : error;
  } finally {
    lock.release();
  }
}
