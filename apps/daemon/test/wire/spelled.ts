import type { ReceivedLog, TypedValue } from '@ccu-gateway/ccu-simulator';

/** Methods and scripts that only ask. Everything else counts as a write, also what nobody thought of yet. */
const ASKING = /^(get|list|ping$|init$|rssiInfo|system\.)/;
const ASKING_SCRIPTS: ReadonlySet<string> = new Set([
  ...['names', 'groups', 'values', 'point', 'programs', 'variables', 'variable_usage', 'service_messages'],
  ...['alarm_messages', 'inbox', 'users', 'system_info', 'system_serial', 'firmware_check', 'job_output'],
  ...['com_test_result', 'recent_values'],
]);

/** A value with the type it had on the wire: `double 21`, `int 3`, `"text"`, `true`. */
function spelledValue(value: TypedValue): string {
  switch (value.type) {
    case 'array':
      return `[${value.value.map(spelledValue).join(', ')}]`;
    case 'struct':
      return `{${Object.entries(value.value)
        .map(([name, member]) => `${name}: ${spelledValue(member)}`)
        .join(', ')}}`;
    case 'string':
      return JSON.stringify(value.value);
    case 'boolean':
      return String(value.value);
    default:
      return `${value.type} ${value.value}`;
  }
}

export interface Spelled {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/**
 * What a CCU got: `HmIP-RF setValue "0001:4" "LEVEL" double 0.5` for a call of an interface, `script rename {"address":…}`
 * for a script, `json CCU.getSerial {}` for any other JSON-RPC call. A call that the CCU refused ends with `!` and its code.
 */
export function spelled({ calls, scriptCalls, jsonCalls }: ReceivedLog): Spelled {
  const all = [
    ...calls.map(({ interfaceName, method, params, faultCode }) => ({
      asks: ASKING.test(method),
      text: [
        `${interfaceName} ${method}`,
        ...params.map(spelledValue),
        ...(faultCode === undefined ? [] : [`!${faultCode}`]),
      ].join(' '),
    })),
    ...scriptCalls.map(({ name, args }) => ({
      asks: ASKING_SCRIPTS.has(name),
      text: `script ${name} ${JSON.stringify(args)}`,
    })),
    // The scripts among them are told above, and a session is how they come here.
    ...jsonCalls
      .filter(({ method }) => method !== 'ReGa.runScript' && !method.startsWith('Session.'))
      .map(({ method, params }) => ({
        asks: /\.(get|list|is|has)[A-Z]/.test(method),
        text: `json ${method} ${JSON.stringify(params)}`,
      })),
  ];
  return {
    writes: all.filter(({ asks }) => !asks).map(({ text }) => text),
    reads: all.filter(({ asks }) => asks).map(({ text }) => text),
  };
}
