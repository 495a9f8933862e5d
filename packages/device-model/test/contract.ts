import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** The published contract, if the variable points to it. */
const FILE = join(process.env.CCU_GATEWAY_CONTRACT ?? '', 'contract-openapi.yaml');
export const hasContract = (process.env.CCU_GATEWAY_CONTRACT ?? '') !== '' && existsSync(FILE);

export type Validate = (data: unknown) => readonly string[];

let blocks: ReadonlyMap<string, string> | undefined;
/** Compiled once in a process, by name. */
const validators = new Map<string, Validate>();

/** Returns a validator for a named schema; its result lists the faults, and is empty for a valid value. */
export function contractSchemas(): (name: string) => Validate {
  return (name) => {
    const validate = validators.get(name) ?? compiled(name);
    validators.set(name, validate);
    return validate;
  };
}

function compiled(name: string): Validate {
  blocks ??= schemaBlocks(readFileSync(FILE, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile({ ...(collect(blocks, name) as object), $ref: `#/$defs/${name}` });
  return (data) =>
    validate(data) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

/** The text of each schema: reading all of the document takes longer than all the tests together. */
function schemaBlocks(document: string): ReadonlyMap<string, string> {
  const schemas = document.slice(document.indexOf('\n  schemas:\n') + '\n  schemas:\n'.length);
  const heads = [...schemas.matchAll(/^ {4}(\w+):$/gm)];
  return new Map(
    heads.map((head, index) => [head[1] as string, schemas.slice(head.index, heads[index + 1]?.index)] as const),
  );
}

/** A schema with everything it refers to. */
function collect(blocks: ReadonlyMap<string, string>, name: string): unknown {
  const found = new Map<string, unknown>();
  const wanted = [name];
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (found.has(next)) continue;
    const block = blocks.get(next);
    if (block === undefined) throw new Error(`the contract has no schema ${next}`);
    found.set(next, withNull((parse(block) as Record<string, unknown>)[next]));
    wanted.push(...[...block.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1] as string));
  }
  return { $defs: Object.fromEntries(found) };
}

/** OpenAPI 3.0 uses `nullable`, JSON Schema lists the type; references lead into the collected schemas. */
function withNull(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNull);
  if (typeof node === 'string') return node.replace('#/components/schemas/', '#/$defs/');
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const mapped = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]));
  return nullable === true && typeof mapped.type === 'string' ? { ...mapped, type: [mapped.type, 'null'] } : mapped;
}
