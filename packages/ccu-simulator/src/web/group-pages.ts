import { type FaultSwitches, refusesCall } from '../environment/switches.js';
import type { HeatingGroupBook } from '../live/heating-groups.js';
import type { LiveDevice } from '../live/types.js';
import type { HttpAnswer, HttpAsk } from '../net/http-port.js';
import type { Sessions } from './sessions.js';

export interface GroupPagesContext {
  readonly sessions: Sessions;
  readonly groups: HeatingGroupBook;
  readonly switches: Pick<FaultSwitches, 'refusedCalls'>;
}

/** The word of these pages for a session that is gone. */
const SESSION_ENDED = '42';

const answer = (body: object): HttpAnswer => ({
  headers: { 'Content-Type': 'text/html;charset=UTF-8' },
  body: JSON.stringify(body),
});
const refused = (errorCode = '', content = ''): HttpAnswer => answer({ isSuccessful: false, errorCode, content });
const done = (content: unknown): HttpAnswer => answer({ isSuccessful: true, errorCode: '', content: String(content) });

const memberOf = ({ description }: LiveDevice) => ({
  id: description.ADDRESS,
  serialNumber: description.ADDRESS,
  type: /SWDO|SRH|Sec-/.test(description.TYPE) ? 'SENSOR_WINDOW' : 'RADIATOR_THERMOSTAT',
});

/** The page on which people make a group: scripts with the types. A new group gets its id when it is saved. */
function page({ types }: HeatingGroupBook): string {
  const [first] = types;
  const listed = types.map(
    ({ id, label }) => `self.possibleGroupTypes.push(new GroupType("${id}", translateKey('${label}')));`,
  );
  return `<form id="groupEditForm"><script type="text/javascript">self.groupId = 0;\n${listed.join('')}\nif(item.id == "${first?.id}") {}</script></form>`;
}

/** The pages send the addresses as JSON within a text; anything else counts as no members. */
function membersIn(field: unknown): readonly string[] {
  if (typeof field !== 'string') return [];
  const members: unknown = JSON.parse(field);
  return Array.isArray(members) ? members.map(String) : [];
}

/** Decodes what `escape` of a browser has encoded. */
const unescaped = (text: string): string =>
  text.replace(/%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})/g, (_, wide?: string, narrow?: string) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow ?? '', 16)),
  );

/** The pages of the CCU on which people edit heating groups, as far as programs use them. */
export function groupPages({ sessions, groups, switches }: GroupPagesContext) {
  return ({ body }: HttpAsk, url: URL): HttpAnswer => {
    const session = /^@(.+)@$/.exec(url.searchParams.get('sid') ?? '')?.[1];
    if (sessions.user(session)?.level !== 8) return refused(SESSION_ENDED, '<html><body>Login</body></html>');
    const name = url.pathname.replace('/pages/jpages/', '');
    if (refusesCall(switches, name)) return refused('1', 'errorGeneral');
    const asked = body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    switch (name) {
      case 'group/create':
        return done(page(groups));
      case 'group/suitableGroupMembers': {
        const found = groups.suitable(String(asked.groupTypeId));
        if (found === undefined) return refused('1', 'unknown type');
        return answer({
          assignableGroupMembers: found.free.map(memberOf),
          leftoverGroupMembers: found.taken.map(memberOf),
        });
      }
      case 'group/save': {
        const id = groups.save({
          id: asked.isNewGroup === true ? undefined : Number(asked.groupId),
          name: unescaped(String(asked.groupName)),
          typeId: String(asked.groupTypeId),
          forbidSingleOperation: asked.forbidSingleOperation === true,
          members: membersIn(asked.assignedDevicesIds),
        });
        return id === undefined ? refused('1', 'errorSave') : done(id);
      }
      case 'group/delete': {
        const members = groups.remove(Number(asked.groupId));
        return members === undefined
          ? refused('1', 'errorDelete')
          : done(JSON.stringify(members.map((id) => ({ id }))));
      }
      default:
        return { status: 404, body: 'Not found\n' };
    }
  };
}

/** The file in which the CCU keeps its groups. */
export const groupsFile = (groups: HeatingGroupBook): string =>
  JSON.stringify({
    groups: groups.all().map(({ id, name, typeId, typeLabel, forbidSingleOperation, members }) => ({
      id,
      groupMembers: members.map((member) => ({ id: member, memberType: { id: 'RADIATOR_THERMOSTAT' } })),
      groupType: { id: typeId, label: typeLabel, version: 1 },
      groupProperties: { NAME: name, FORBID_SINGLE_OPERATION: forbidSingleOperation },
    })),
  });
