import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { command } from '../../context/context.js';
import { type Conversion, convertDescription } from '../../openapi/convert.js';
import { CliError, EXIT, unexpectedAnswer, usageError } from '../../terminal/exit.js';

export const openapiCommand = command({
  name: 'ccu-gateway openapi',
  description: 'Print the description of the REST API (OpenAPI) or of the WebSocket, as this gateway serves it.',
  args: {
    ws: { type: 'boolean', description: 'the commands and events of the WebSocket instead' },
    types: { type: 'boolean', description: 'the REST API as types of TypeScript' },
    postman: { type: 'boolean', description: 'the REST API as a collection for Postman' },
    out: { type: 'string', alias: 'o', valueHint: 'FILE', description: 'write it there; a file that is there stays' },
  },
  run: async (context, args) => {
    const { out } = args;
    const form = formOf(args);
    const rest = await context.rest({ token: 'optional' });
    const description: object = await readDescription(
      await rest.request(form === 'ws' ? 'getWsCatalogue' : 'getOpenApi'),
    );
    const isJson = form === undefined || form === 'ws';
    const text = isJson
      ? JSON.stringify(description, null, 2)
      : await context.output.progress.during('converting', () => convertDescription(form, description));
    if (out === undefined) return { data: isJson ? description : { [form]: text }, lines: [text] };
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

type Form = 'ws' | Conversion;

/** @throws CliError where several are named */
function formOf(args: { readonly [form in Form]?: boolean | undefined }): Form | undefined {
  const [form, second] = (['ws', 'types', 'postman'] as const).filter((each) => args[each] === true);
  if (second !== undefined) throw usageError(`--${form} and --${second} are two answers`, 'name one of them');
  return form;
}

/** @throws CliError for what is no description */
async function readDescription(answer: Response): Promise<object> {
  const description: unknown = await answer.json().catch(() => undefined);
  if (typeof description !== 'object' || description === null) throw unexpectedAnswer();
  return description;
}
