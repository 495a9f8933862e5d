import { CliError, EXIT } from '../terminal/exit.js';

/** Conversions of the description of the REST API. Each needs a library that is installed separately. */
export const CONVERSIONS = {
  types: { library: 'openapi-typescript', convert: toTypes },
  postman: { library: 'openapi-to-postmanv2', convert: toPostman },
} as const;

export type Conversion = keyof typeof CONVERSIONS;

/** The description in another form, as text. @throws CliError where the library is not installed, or cannot read it */
export async function convertDescription(to: Conversion, description: object): Promise<string> {
  const { library, convert } = CONVERSIONS[to];
  try {
    return await convert(description);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND') {
      throw new CliError(
        EXIT.failed,
        'library_missing',
        `--${to} needs the package ${library}, which is not installed`,
        {
          fix: `npm install -g ${library}, or: npx -p @ccu-gateway/cli -p ${library} ccu-gateway openapi --${to}`,
        },
      );
    }
    throw new CliError(EXIT.failed, 'not_converted', `the description cannot be converted: ${message}`);
  }
}

async function toTypes(description: object): Promise<string> {
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  return astToString(await openapiTS(JSON.stringify(description))).trimEnd();
}

async function toPostman(description: object): Promise<string> {
  // It is in CommonJS.
  const { default: converter } = await import('openapi-to-postmanv2');
  const collection = await new Promise<unknown>((resolve, reject) => {
    const options = { folderStrategy: 'Tags', requestNameSource: 'Fallback' } as const;
    converter.convertV2({ type: 'json', data: description }, options, (error, outcome) => {
      const [made] = outcome?.output ?? [];
      if (made === undefined) reject(error ?? new Error(outcome?.reason ?? 'nothing came of it'));
      else resolve(made.data);
    });
  });
  return JSON.stringify(collection, null, 2);
}
