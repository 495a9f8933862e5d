import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** The published contract, when somebody has put it where the variable points. */
const FILE = join(process.env.CCU_GATEWAY_CONTRACT ?? '', 'contract-openapi.yaml');
export const hasContract = (process.env.CCU_GATEWAY_CONTRACT ?? '') !== '' && existsSync(FILE);

export type Validate = (data: unknown) => readonly string[];

/** Gives a validator for a named schema; it answers what is wrong, nothing when all is right. */
export function contractSchemas(): (name: string) => Validate {
  const document = parse(readFileSync(FILE, 'utf8')) as { components: unknown };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'contract', components: withNull(document.components) });
  return (name) => {
    const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` });
    return (data) =>
      validate(data) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  };
}

/** OpenAPI 3.0 says `nullable`, JSON Schema lists the type. */
function withNull(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNull);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const mapped = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]));
  return nullable === true && typeof mapped.type === 'string' ? { ...mapped, type: [mapped.type, 'null'] } : mapped;
}
