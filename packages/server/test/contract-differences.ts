/**
 * Deliberate differences of this API from the reference contract, with reasons. The conformance test applies exactly
 * these changes to the contract before it validates anything; any other difference fails it.
 */
export interface Difference {
  readonly what: string;
  readonly why: string;
  readonly apply: (contract: JsonObject) => void;
}

export type JsonObject = { [member: string]: unknown };

export const contractDifferences: readonly Difference[] = [
  {
    what: 'Problem types are urn:ccu-gateway:error:<code>',
    why: 'a type is an identifier of this project, not an address of another one',
    apply: (contract) => {
      property(contract, 'Problem', 'type').enum = undefined;
      property(contract, 'Problem', 'type').pattern = '^urn:ccu-gateway:error:[a-z_]+$';
    },
  },
  {
    what: 'Problem codes locked, gone and payload_too_large',
    why: 'the contract has the statuses 423, 410 and 413 without naming codes for them',
    apply: (contract) => {
      const code = property(contract, 'Problem', 'code');
      code.enum = [...(code.enum as string[]), 'locked', 'gone', 'payload_too_large'];
    },
  },
  {
    what: 'Identity schemes ccu and ingress',
    why: 'the interface document tells these two ways in apart, the contract leaves them out',
    apply: (contract) => {
      const scheme = property(contract, 'Identity', 'scheme');
      scheme.enum = [...(scheme.enum as string[]), 'ccu', 'ingress'];
    },
  },
  {
    what: 'expires_at may be null',
    why: 'null says "never" where a missing member could also mean "not told"',
    apply: (contract) => {
      for (const name of ['TokenCreated', 'TokenSummary', 'Identity']) {
        const schema = at(contract, 'components', 'schemas', name, 'properties');
        if (schema.expires_at !== undefined) (schema.expires_at as JsonObject).type = ['string', 'null'];
      }
    },
  },
  {
    what: 'last_seen_at may be null',
    why: 'null says "never used", as it does for `expires_at`, and the member is there for every row',
    apply: (contract) => {
      for (const name of ['TokenSummary', 'UserSummary']) {
        property(contract, name, 'last_seen_at').type = ['string', 'null'];
      }
    },
  },
  {
    what: 'The OIDC callback answers 303',
    why: 'the browser has to continue with GET whatever it came with',
    apply: (contract) => {
      const responses = at(contract, 'paths', '/auth/oidc/callback', 'get', 'responses');
      responses['303'] = responses['302'];
    },
  },
  {
    what: 'A setting has a `type` instead of a `go_type`',
    why: 'the names of the types are not those of that language',
    apply: (contract) => {
      const schema = at(contract, 'components', 'schemas', 'SchemaField');
      const properties = schema.properties as JsonObject;
      properties.type = properties.go_type;
      // Written in a way that validators do not read: any value, also none.
      properties.default = {};
      schema.required = (schema.required as string[]).map((name) => (name === 'go_type' ? 'type' : name));
    },
  },
  {
    what: 'Beginning a backup answers its id',
    why: 'the contract speaks of a job id without saying where it stands',
    apply: (contract) => {
      const accepted = at(contract, 'paths', '/backups', 'post', 'responses', '202');
      const text = { type: 'string' };
      accepted.content = {
        'application/json': {
          schema: { type: 'object', properties: { id: text, central_name: text }, required: ['id', 'central_name'] },
        },
      };
    },
  },
  {
    what: 'Changing links with the CCU answers what became of the keys',
    why: 'the contract calls the answer a report without saying where it stands; it is the one of the commands',
    apply: (contract) => {
      const count = { type: 'integer', minimum: 0 };
      const schema = {
        type: 'object',
        properties: { touched: count, skipped: count, failed: count },
        required: ['touched', 'skipped', 'failed'],
        additionalProperties: false,
      };
      for (const method of ['post', 'delete']) {
        const accepted = at(contract, 'paths', '/devices/{addr}/central-links', method, 'responses', '202');
        accepted.content = { 'application/json': { schema } };
      }
    },
  },
  {
    what: 'Switching a program on says whether it ran',
    why: 'a CCU runs a program without conditions when it is switched on, and the contract has no place to say so',
    apply: (contract) => {
      const told = at(contract, 'paths', '/programs/{id}', 'patch', 'responses', '202');
      told.content = { 'application/json': { schema: { type: 'object', required: ['active', 'executed'] } } };
    },
  },
  {
    what: 'Storing a schedule says what it corrected',
    why: 'a correction must not be silent, and the contract has no place for it',
    apply: (contract) => {
      const writes = [
        ['/devices/{addr}/schedule', 'put'],
        ['/devices/{addr}/channels/{no}/schedule', 'put'],
        ['/devices/{addr}/schedules/copy', 'post'],
        ['/devices/{addr}/channels/{no}/week_profile/copy', 'post'],
      ] as const;
      const corrections = { type: 'array', items: { type: 'object', required: ['requested', 'applied'] } };
      for (const [path, method] of writes) {
        const stored = at(contract, 'paths', path, method, 'responses', '202');
        stored.content = { 'application/json': { schema: { type: 'object', properties: { corrections } } } };
      }
    },
  },
  {
    what: 'Naming devices and channels says what became of names that are taken',
    why: 'the CCU puts a number behind such a name, and the contract has no place to say so',
    apply: (contract) => {
      const required = ['address', 'requested', 'applied'];
      const corrections = { type: 'array', items: { type: 'object', required } };
      for (const [path, method] of [
        ['/devices/{addr}', 'patch'],
        ['/devices/{addr}/channels/{no}', 'patch'],
        ['/devices/{addr}/accept', 'post'],
      ] as const) {
        const named = at(contract, 'paths', path, method, 'responses', '202');
        named.content = { 'application/json': { schema: { type: 'object', properties: { corrections } } } };
      }
    },
  },
  {
    what: 'The audit log as CSV',
    why: 'the contract has the parameter that asks for it and forgets the answer',
    apply: (contract) => {
      const content = at(contract, 'paths', '/audit', 'get', 'responses', '200', 'content');
      content['text/csv'] = { schema: { type: 'string' } };
    },
  },
  {
    what: 'The icon of nothing known is drawn here',
    why: 'there is one whatever is asked for, so that nobody learns by it which devices there are',
    apply: (contract) => {
      const content = at(contract, 'paths', '/devices/{addr}/icon', 'get', 'responses', '200', 'content');
      content['image/svg+xml'] = { schema: { type: 'string' } };
    },
  },
  {
    what: 'An undeclared 4xx or 5xx is a Problem',
    why: 'the contract declares few errors for each operation; every error here has the same shape',
    apply: (contract) => {
      for (const path of Object.values(at(contract, 'paths'))) {
        for (const operation of Object.values(path as JsonObject)) {
          const responses = (operation as { responses?: JsonObject }).responses;
          if (responses === undefined) continue;
          const problem = {
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          };
          responses.default = problem;
        }
      }
    },
  },
];

function property(contract: JsonObject, schema: string, name: string): JsonObject {
  return at(contract, 'components', 'schemas', schema, 'properties', name);
}

function at(root: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce((node, name) => node[name] as JsonObject, root);
}
