import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { contractDifferences, type JsonObject } from './contract-differences.js';

const folder = process.env.CCU_GATEWAY_CONTRACT;
const file = folder === undefined ? undefined : join(folder, 'contract-openapi.yaml');

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch']);

/** True when the reference contract is available. */
export const hasContract = file !== undefined && existsSync(file);

export interface Answer {
  readonly method: string;
  /** As the contract writes it, with parameters in braces. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

export interface Contract {
  /** Every operation, as `GET /devices/{addr}`. */
  readonly operations: readonly string[];
  has(method: string, path: string): boolean;
  /** Faults of the payload of a broadcast, by the name of its schema. */
  faultsOfPayload(schema: string, payload: unknown): readonly string[];
  /** Faults of an answer; empty when it follows the contract. */
  faultsOf(answer: Answer): readonly string[];
}

let loaded: Contract | undefined;

/**
 * The reference contract with this project's differences applied, and an independent validator over it. Read once: its text is
 * long, and each of its schemas is compiled at its first use.
 */
export function loadContract(): Contract {
  loaded ??= readContract();
  return loaded;
}

function readContract(): Contract {
  const contract = parse(readFileSync(file!, 'utf8')) as JsonObject;
  for (const { apply } of contractDifferences) apply(contract);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema(contract, 'contract');
  const paths = contract.paths as Readonly<
    Record<string, Readonly<Record<string, { readonly responses: JsonObject }>>>
  >;
  const operation = (method: string, path: string) => paths[path]?.[method.toLowerCase()];
  const validators = new Map<string, ValidateFunction>();
  const validate = (pointer: string, type: string, body: string): readonly string[] => {
    const check = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
    validators.set(pointer, check);
    if (check(/\bjson$/.test(type) ? JSON.parse(body) : body)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };

  return {
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => METHODS.has(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    ),
    faultsOfPayload: (schema, payload) =>
      validate(`contract#/components/schemas/${schema}`, 'application/json', JSON.stringify(payload)),
    has: (method, path) => operation(method, path) !== undefined,
    faultsOf({ method, path, status, contentType, body }) {
      const responses = operation(method, path)?.responses ?? {};
      const declared = String(status) in responses;
      if (!declared && status < 400) return [`status ${status} is not declared`];
      const key = declared ? String(status) : 'default';
      const pointer = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${key}`;
      const response = resolve(contract, responses[key] as JsonObject);
      const content = response.content as Readonly<Record<string, unknown>> | undefined;
      if (content === undefined) {
        // A 200 without a shape is one that the contract leaves open.
        if (body === '' || status === 200) return [];
        // A refusal that the contract mentions without a body still has one here.
        return status >= 400
          ? validate('contract#/components/schemas/Problem', 'application/json', body)
          : ['a body where none is declared'];
      }
      const type = (contentType ?? '').split(';')[0]!;
      if (!(type in content)) return [`content type ${type} is not declared`];
      const reference = (responses[key] as JsonObject).$ref as string | undefined;
      const base = reference === undefined ? pointer : reference.slice(1);
      if ((content[type] as JsonObject).schema === undefined) return [];
      return validate(`contract#${base}/content/${escapePointer(type)}/schema`, type, body);
    },
  };
}

function resolve(root: JsonObject, node: JsonObject): JsonObject {
  const reference = node.$ref;
  if (typeof reference !== 'string') return node;
  return reference
    .slice(2)
    .split('/')
    .reduce((each, name) => each[name] as JsonObject, root);
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
