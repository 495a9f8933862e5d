import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { command } from '../context/context.js';
import { CliError, EXIT } from '../terminal/exit.js';

export const openapiCommand = command({
  name: 'ccu-gateway openapi',
  description: 'Print the description of the REST API (OpenAPI) or of the WebSocket, as this gateway serves it.',
  args: {
    ws: { type: 'boolean', description: 'the commands and events of the WebSocket instead' },
    out: { type: 'string', alias: 'o', valueHint: 'FILE', description: 'write it there; a file that is there stays' },
  },
  run: async (context, { out, ws }) => {
    const rest = await context.rest({ token: 'optional' });
    const description =
      ws === true ? await rest.call('getWsCatalogue') : await (await rest.request('getOpenApi')).json();
    const text = JSON.stringify(description, null, 2);
    if (out === undefined) return { data: description, lines: [text] };
    const file = resolve(context.io.cwd, out);
    try {
      writeFileSync(file, `${text}\n`, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new CliError(EXIT.failed, 'not_written', `${file} cannot be written: ${(error as Error).message}`);
      }
      throw new CliError(EXIT.conflict, 'file_exists', `${file} is there already; nothing was written`, {
        fix: 'name another file',
      });
    }
    return { data: { file }, lines: [`wrote ${file}`] };
  },
});
