import type { Ask } from './row.js';

/** A request that is wrong in one place, and which place that is. */
export interface Spoilt {
  readonly where: string;
  readonly ask: Ask;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing takes a list of lists. */
const WRONG = [['wrong']];

/** The same members, each time with another one that has a type which nothing has. */
function* wrongTypes(members: Members): Generator<readonly [where: string, spoilt: Members]> {
  for (const [name, value] of Object.entries(members)) {
    yield [name, { ...members, [name]: WRONG }];
    if (!isMembers(value)) continue;
    for (const inner of Object.keys(value)) {
      yield [`${name}.${inner}`, { ...members, [name]: { ...value, [inner]: WRONG } }];
    }
  }
}

/** Every way to give one member of the body, or one argument, a wrong type. */
export function* withWrongTypes(ask: Ask): Generator<Spoilt> {
  for (const where of ['body', 'args'] as const) {
    const members = ask[where];
    if (!isMembers(members)) continue;
    for (const [name, spoilt] of wrongTypes(members))
      yield { where: `${where} ${name}`, ask: { ...ask, [where]: spoilt } };
  }
}

/** Words that stand for something in the house. Other members mean something whatever they are. */
const NAMING =
  /^(addr|no|param|name|id|peer|central|address|device|channel|sender|receiver|interface|.*_address|.*_id)$/;
const NOTHING: Readonly<Record<string, string>> = { no: '99', id: '999999', central: 'nowhere' };

/** A new device is paired by an address that is not in the house yet. */
const KNOWS_NOBODY: ReadonlySet<string> = new Set(['POST /devices/{addr}/install-mode', 'device.install_mode']);

/** Every way to mean something that is not there, one at a time. */
export function* withNothingMeant(of: string, ask: Ask): Generator<Spoilt> {
  if (KNOWS_NOBODY.has(of)) return;
  for (const where of ['params', 'query', 'args'] as const) {
    const members: Members = ask[where] ?? {};
    for (const [name, value] of Object.entries(members)) {
      // What something is to be called is no name of anything yet.
      if (!NAMING.test(name) || (name === 'name' && 'address' in members)) continue;
      const nothing = NOTHING[name] ?? (String(value).includes(':') ? 'NOBODY:1' : 'NOBODY');
      const meant = typeof value === 'number' && where === 'args' ? 99 : nothing;
      yield { where: `${where} ${name}`, ask: { ...ask, [where]: { ...members, [name]: meant } } };
    }
  }
}
