import type { JsonSession } from '../json/session.js';
import { CcuError } from '../model/errors.js';
import type { HeatingGroup, HeatingGroupChange, SuitableMembers, WaitOptions } from '../model/hub-model.js';
import { mapStatus } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';

/** Heating groups, which the CCU edits on pages of its web interface. Rejects with `CcuError`. */
export interface HeatingGroupCalls {
  heatingGroups(options?: WaitOptions): Promise<readonly HeatingGroup[]>;
  /** Kinds of groups that the CCU makes. */
  heatingGroupTypes(options?: WaitOptions): Promise<readonly { readonly id: string; readonly label: string }[]>;
  /** Devices for a group of this kind. */
  suitableMembers(typeId: string, options?: WaitOptions): Promise<SuitableMembers>;
  /** Makes a group, or changes the one with this id. Answers the id. Rejects with `fault` where the CCU refuses. */
  saveHeatingGroup(group: HeatingGroupChange): Promise<number>;
  /** Dissolves a group; its members stay, and its virtual device goes. */
  removeHeatingGroup(id: number): Promise<void>;
}

export interface HeatingGroupDeps {
  readonly session: JsonSession;
  /** The web server of the CCU. */
  readonly http: HttpClient;
}

/** The pages answer when the devices were informed, which takes long with many members. */
const TIMEOUT_MS = 120_000;
/** The word of the pages for a session that is gone. */
const SESSION_ENDED = '42';
const MAX_GROUPS = 1_000;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.slice(0, MAX_GROUPS).filter(isObject) : [];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function heatingGroupCalls({ session, http }: HeatingGroupDeps): HeatingGroupCalls {
  async function ask(page: string, body: object | undefined, signal?: AbortSignal): Promise<Json> {
    const id = await session.id(signal);
    const answer = await http.exchange({
      method: body === undefined ? 'GET' : 'POST',
      path: `/pages/jpages/group/${page}?sid=${encodeURIComponent(`@${id}@`)}`,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      timeoutMs: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
      once: true,
    });
    const refused = mapStatus(answer.status);
    if (refused !== undefined) throw refused;
    const read = parsed(answer.body.toString('utf8'));
    if (read === undefined) throw new CcuError('protocol', 'the CCU answered something else than its page for groups');
    if (read.isSuccessful !== false) return read;
    if (text(read.errorCode) === SESSION_ENDED) throw new CcuError('level_too_low', 'only administrators edit groups');
    throw new CcuError('fault', 'the CCU refused the heating group');
  }

  return {
    async heatingGroups({ signal } = {}) {
      const answer = await session.call('CCU.getHeatingGroupList', {}, signal);
      return readGroups(typeof answer === 'string' ? parsed(answer) : answer);
    },
    async heatingGroupTypes({ signal } = {}) {
      const { content } = await ask('create', undefined, signal);
      return typesIn(text(content));
    },
    async suitableMembers(typeId, { signal } = {}) {
      const answer = await ask('suitableGroupMembers', { groupTypeId: typeId }, signal);
      return {
        assignable: objects(answer.assignableGroupMembers).map(memberOf),
        leftover: objects(answer.leftoverGroupMembers).map(memberOf),
      };
    },
    async saveHeatingGroup({ id, name, typeId, members, forbidSingleOperation }) {
      const isNew = id === undefined;
      const groupId = id ?? nextIdIn(text((await ask('create', undefined)).content));
      const { content } = await ask('save', {
        groupId,
        groupName: escaped(name),
        groupTypeId: typeId,
        forbidSingleOperation,
        assignedDevicesIds: members,
        isNewGroup: isNew,
        groupDeviceName: `${name} ${virtualDeviceOf(groupId)}`,
      });
      const saved = Number(content);
      return Number.isSafeInteger(saved) && saved > 0 ? saved : groupId;
    },
    async removeHeatingGroup(id) {
      await ask('delete', { groupId: id });
    },
  };
}

function parsed(json: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Address of the virtual device of a heating group.
 *
 * @example
 * virtualDeviceOf(3); // 'INT0000003'
 */
const virtualDeviceOf = (id: number): string => `INT${String(id).padStart(7, '0')}`;

const memberOf = ({ id, serialNumber, type }: Json) => ({
  address: text(id),
  serial: text(serialNumber),
  type: text(type),
});

/** The file may lack a member, or have another one: each group is read for itself. */
function readGroups(file: unknown): readonly HeatingGroup[] {
  const list = isObject(file) ? file.groups : file;
  return objects(list).flatMap((group) => {
    const id = Number(group.id);
    if (!Number.isSafeInteger(id)) return [];
    const definition = isObject(group.groupDefinition) ? group.groupDefinition.groupType : group.groupType;
    const type = isObject(definition) ? definition : {};
    return [
      {
        id,
        name: text(group.name),
        typeId: text(type.id),
        typeLabel: text(type.label),
        forbidSingleOperation: group.forbidSingleOperation === true,
        members: objects(group.groupMembers).map((member) => ({
          address: text(member.id),
          type: isObject(member.memberType) ? text(member.memberType.id) : '',
        })),
      },
    ];
  });
}

/** The page on which people make a group lists its types in its script only. */
function typesIn(page: string): readonly { readonly id: string; readonly label: string }[] {
  const found = page.matchAll(/new GroupType\("([^"]{1,128})",\s*translateKey\('([^']{0,128})'\)\)/g);
  return [...found].slice(0, 100).map(([, id = '', label = '']) => ({ id, label }));
}

function nextIdIn(page: string): number {
  const id = Number(/self\.groupId\s*=\s*(\d{1,9})\s*;/.exec(page)?.[1]);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new CcuError('protocol', 'the CCU named no id for the new group');
}

/** As `escape` of a browser: the pages decode it so. */
function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9@*_+\-./]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return code < 256
      ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
      : `%u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}
