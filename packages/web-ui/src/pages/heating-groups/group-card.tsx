import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import { deviceKeyOf, pointKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { deviceOf, type GroupMember, type HeatingGroup, kindText } from './group.js';
import { heatingGroupsTexts } from './texts.js';

interface GroupCardProps {
  readonly central: string;
  readonly group: HeatingGroup;
  readonly onAsk: (what: 'change' | 'dissolve') => void;
}

/** A group with the present state of its members; its name leads to the device that stands for it. */
export function GroupCard({ central, group, onAsk }: GroupCardProps) {
  const { store } = useServices();
  const say = useTexts(heatingGroupsTexts);
  const formats = useFormats();
  const refusal = useRefusal('admin');
  const { name, device_address: address, members } = group;
  const device = store.device(deviceKeyOf(central, address)).value;
  const title = (member: GroupMember) => member.device_name ?? member.address;
  const sorted = [...members].sort((a, b) => formats.compare(title(a), title(b)));
  return (
    <Card
      title={
        device === undefined ? (
          <span class="private">{name}</span>
        ) : (
          <a class="private" href={devicePath({ central, address })}>
            {name}
          </a>
        )
      }
    >
      <p class="row">
        <span class="dim">
          {kindText(group.type_label, group.type_id, say)} · {say('memberCount', { n: members.length })}
        </span>
        {device?.summary.available === false && <Chip tone="bad">{say('unreachable')}</Chip>}
        {group.forbid_single_operation && <Chip>{say('groupOnly')}</Chip>}
      </p>
      {members.length === 0 && <p class="dim">{say('noMembers')}</p>}
      <ul class="entries">
        {sorted.map((member) => (
          <Member key={member.address} central={central} member={member} />
        ))}
      </ul>
      <div class="row group-actions">
        <Button disabledReason={refusal} onClick={() => onAsk('change')}>
          {say('change')}
        </Button>
        <Button kind="danger" disabledReason={refusal} onClick={() => onAsk('dissolve')}>
          {say('dissolve')}
        </Button>
      </div>
    </Card>
  );
}

function Member({ central, member }: { readonly central: string; readonly member: GroupMember }) {
  const { store } = useServices();
  const say = useTexts(heatingGroupsTexts);
  const address = deviceOf(member.address);
  const key = deviceKeyOf(central, address);
  const device = store.device(key).value;
  const isPending = store.point(pointKeyOf(key, 0, 'CONFIG_PENDING')).value?.summary.value === true;
  // The list is as old as its reading; the store follows each event.
  const available = device?.summary.available ?? member.available;
  const name = device?.summary.name ?? member.device_name ?? member.address;
  const rooms = device?.summary.rooms ?? member.rooms ?? [];
  const detail = [member.device_model, ...rooms].filter((each) => each !== undefined).join(' · ');
  return (
    <li>
      <span class="grow two-lines">
        {device === undefined ? (
          <span class="private">{name}</span>
        ) : (
          <a class="private" href={devicePath({ central, address })}>
            {name}
          </a>
        )}
        <span class="dim small private">{detail}</span>
      </span>
      {available === false && <Chip tone="bad">{say('unreachable')}</Chip>}
      {isPending && <Chip tone="warn">{say('pending')}</Chip>}
    </li>
  );
}
