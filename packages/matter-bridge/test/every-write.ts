import { Matter } from '@matter/main';
import { type AttributeModel, ClusterModel, type CommandModel, Metatype, type ValueModel } from '@matter/main/model';
import { Invoke, Write } from '@matter/main/protocol';
import { Status, TlvOfModel, TlvVoid } from '@matter/main/types';
import type { Controller } from './controller.js';

/** A cluster of one endpoint as a controller sees it. */
export interface RemoteCluster {
  readonly endpoint: number;
  readonly model: ClusterModel;
  state(): Readonly<Record<string, unknown>>;
}

/** The clusters of all things; the node itself and what belongs to it are left out. */
export function clustersOf(home: Controller): readonly RemoteCluster[] {
  return [...home.peer().endpoints].flatMap((endpoint) => {
    const state = () => endpoint.state as unknown as Readonly<Record<string, Record<string, unknown>>>;
    const ids = endpoint.number < 2 ? [] : ((state().descriptor?.serverList ?? []) as readonly number[]);
    return ids.map((id): RemoteCluster => {
      const model = Matter.get(ClusterModel, id);
      if (model === undefined) throw new Error(`there is no cluster ${id}`);
      return { endpoint: endpoint.number, model, state: () => state()[model.propertyName] ?? {} };
    });
  });
}

export function writableOf({ model, state }: RemoteCluster): readonly AttributeModel[] {
  const known = new Set((state().attributeList ?? []) as readonly number[]);
  return model.attributes.filter(
    // What Matter has withdrawn has neither a type nor a rule in its model.
    ({ id, writable, effectiveMetatype }) => writable && effectiveMetatype !== undefined && known.has(id),
  );
}

export function commandsOf({ model, state }: RemoteCluster): readonly CommandModel[] {
  const known = new Set((state().acceptedCommandList ?? []) as readonly number[]);
  return model.commands.filter(({ id, isRequest }) => isRequest === true && known.has(id));
}

const fieldsOf = (model: ValueModel | CommandModel): readonly ValueModel[] => [...model.members] as ValueModel[];

const NUMBERS = [0, 1, 100, 254, 2150, 9000, 65_534] as const;

/** Values that a controller might send, whether they are allowed or not. */
export function candidatesOf(model: ValueModel): readonly unknown[] {
  const nullable = model.effectiveQuality.nullable === true ? [null] : [];
  switch (model.effectiveMetatype) {
    case Metatype.boolean:
      return [...nullable, false, true];
    case Metatype.bitmap:
      return [...nullable, {}, ...[...fieldsOf(model)].map(({ propertyName }) => ({ [propertyName]: true }))];
    case Metatype.enum:
      return [...nullable, ...[...fieldsOf(model)].map(({ id }) => id), 77];
    case Metatype.integer:
      return [...nullable, ...NUMBERS, -5000];
    case Metatype.string:
      return [...nullable, '', 'Lamp', 'x'.repeat(300)];
    default:
      return [...nullable, undefined];
  }
}

/** Sends one attribute; answers the status that came back, and undefined for a value that cannot be encoded. */
export async function write(
  home: Controller,
  { endpoint, model }: RemoteCluster,
  attribute: AttributeModel,
  value: unknown,
): Promise<Status | undefined> {
  const encoded = encodedBy(() => TlvOfModel(attribute).encodeTlv(value as never));
  if (encoded === undefined) return undefined;
  const path = { endpointId: endpoint, clusterId: model.id, attributeId: attribute.id } as never;
  const answers = await home.peer().interaction.write(Write({ writes: [{ path, data: encoded }] }));
  return answers?.[0]?.status;
}

/** One set of arguments for each turn until every field had each of its values. */
export function argumentsOf(command: CommandModel): readonly Readonly<Record<string, unknown>>[] {
  const fields = fieldsOf(command);
  const values = fields.map((field) => [field.propertyName, candidatesOf(field)] as const);
  const turns = Math.max(1, ...values.map(([, all]) => all.length));
  return Array.from({ length: turns }, (_, turn) =>
    Object.fromEntries(values.map(([name, all]) => [name, all[turn % Math.max(1, all.length)]] as const)),
  );
}

/** Sends one command; answers the status that came back, and undefined for arguments that cannot be encoded. */
export async function invoke(
  home: Controller,
  { endpoint, model }: RemoteCluster,
  command: CommandModel,
  args: Readonly<Record<string, unknown>>,
): Promise<Status | undefined> {
  const schema = fieldsOf(command).length === 0 ? TlvVoid : TlvOfModel(command);
  const fields = fieldsOf(command).length === 0 ? undefined : args;
  if (encodedBy(() => schema.encodeTlv(fields as never)) === undefined) return undefined;
  const timed = command.effectiveAccess.timed === true;
  const described = { requestId: command.id, requestSchema: schema, responseSchema: TlvVoid, timed };
  const request = Invoke({
    commands: [{ endpoint, cluster: { id: model.id, name: model.name }, command: described, fields } as never],
    skipValidation: true,
    ...(timed ? { timeout: 5000 as never } : {}),
  });
  for await (const chunk of home.peer().interaction.invoke({ ...request, batchDuration: false } as never)) {
    for (const answer of chunk) return answer.kind === 'cmd-status' ? answer.status : Status.Success;
  }
  return undefined;
}

function encodedBy<T>(encode: () => T): T | undefined {
  try {
    return encode();
  } catch {
    return undefined;
  }
}
