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
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function heatingGroupCalls({ session, http }: HeatingGroupDeps): HeatingGroupCalls {
  async function ask(page: string, body: object | undefined, signal?: AbortSignal): Promise<Json> {
    const id = await session.id(signal);
    const answer = await http.exchange({
      method: body === undefined ? 'GET' : 'POST',
      path: `/pages/jpages/group/${page}?sid=${encodeURIComponent(`@${id}@`)}`,
      // As the pages themselves send it, although the body is JSON.
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      timeoutMs: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
      once: true,
    });
    const refused = mapStatus(answer.status);
    if (refused !== undefined) throw refused;
    const read = parsed(answer.body.toString('utf8'));
    if (!isObject(read)) throw unreadable();
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
        assignable: candidatesIn(answer.assignableGroupMembers),
        leftover: candidatesIn(answer.leftoverGroupMembers),
      };
    },
    async saveHeatingGroup({ id, name, typeId, members, forbidSingleOperation }) {
      const isNew = id === undefined;
      const groupId = id ?? draftIdIn(text((await ask('create', undefined)).content));
      const { content } = await ask('save', {
        groupId,
        groupName: escaped(name),
        groupTypeId: typeId,
        forbidSingleOperation,
        // A text: the library of the pages writes arrays so, and the CCU takes a real one for no members.
        assignedDevicesIds: JSON.stringify(members),
        isNewGroup: isNew,
        groupDeviceName: groupId > 0 ? `${name} ${virtualDeviceOf(groupId)}` : name,
      });
      const saved = [Number(content), groupId].find((each) => Number.isSafeInteger(each) && each > 0);
      if (saved !== undefined) return saved;
      throw new CcuError('protocol', 'the CCU named no id for the new group', { mayHaveRun: true });
    },
    async removeHeatingGroup(id) {
      await ask('delete', { groupId: id });
    },
  };
}

/** An answer that cannot be read must not pass for an empty one. */
const unreadable = () => new CcuError('protocol', 'the CCU answered something else than its heating groups');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_GROUPS);
  throw unreadable();
}

/**
 * Address of the virtual device of a heating group.
 *
 * @example
 * virtualDeviceOf(3); // 'INT0000003'
 */
const virtualDeviceOf = (id: number): string => `INT${String(id).padStart(7, '0')}`;

/** A device without an address cannot be chosen. */
const candidatesIn = (list: unknown) =>
  listIn(list).flatMap((each) => {
    if (!isObject(each) || text(each.id) === '') return [];
    return [{ address: text(each.id), serial: text(each.serialNumber), type: text(each.type) }];
  });

/** The answer of a CCU on which nobody has ever made a group. */
const NO_FILE = -1;

function readGroups(file: unknown): readonly HeatingGroup[] {
  if (Number(file) === NO_FILE) return [];
  return listIn(isObject(file) ? file.groups : file).flatMap(readGroup);
}

/** One with members that cannot be read is left out: a change of it would remove them. */
function readGroup(group: unknown): readonly HeatingGroup[] {
  if (!isObject(group) || !Array.isArray(group.groupMembers)) return [];
  const id = Number(group.id);
  const members = group.groupMembers.slice(0, MAX_GROUPS).flatMap(readMember);
  if (!Number.isSafeInteger(id) || members.length < group.groupMembers.length) return [];
  const definition = isObject(group.groupDefinition) ? group.groupDefinition.groupType : group.groupType;
  const type = isObject(definition) ? definition : {};
  const { NAME, FORBID_SINGLE_OPERATION } = isObject(group.groupProperties) ? group.groupProperties : {};
  return [
    {
      id,
      name: text(NAME ?? group.name),
      typeId: text(type.id),
      typeLabel: text(type.label),
      forbidSingleOperation: (FORBID_SINGLE_OPERATION ?? group.forbidSingleOperation) === true,
      members,
    },
  ];
}

function readMember(member: unknown): HeatingGroup['members'] {
  if (!isObject(member) || text(member.id) === '') return [];
  return [{ address: text(member.id), type: isObject(member.memberType) ? text(member.memberType.id) : '' }];
}

/** The page on which people make a group lists its types in its script only. */
function typesIn(page: string): readonly { readonly id: string; readonly label: string }[] {
  const found = page.matchAll(/new GroupType\("([^"]{1,128})",\s*translateKey\('([^']{0,128})'\)\)/g);
  const types = [...found].slice(0, 100).map(([, id = '', label = '']) => ({ id, label }));
  if (types.length === 0) throw unreadable();
  return types;
}

/** 0 where the CCU chooses the id when it saves the group. */
function draftIdIn(page: string): number {
  const id = Number(/self\.groupId\s*=\s*(\d{1,9})\s*;/.exec(page)?.[1]);
  if (Number.isSafeInteger(id)) return id;
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
