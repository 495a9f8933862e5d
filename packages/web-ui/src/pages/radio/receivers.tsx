import type { CallAnswer } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { receiverTexts } from './receiver-texts.js';

type Matrix = CallAnswer<'getRssiMatrix'>;
type Receiver = Matrix['receivers'][number];
type Received = Matrix['devices'][number];
type Signal = Received['signals'][number];

/** Signals between the devices and the radio gateways of one CCU, with the move to a better one. Nothing with one gateway. */
export function Receivers({ central }: { readonly central: string }) {
  const say = useTexts(receiverTexts);
  const matrix = useResource(({ gateway }) => gateway.call('getRssiMatrix', { query: { central } }), {
    inputs: [central],
  });
  const [moving, setMoving] = useState<Received>();
  if ((matrix.current.value.value?.receivers.length ?? 2) < 2) return null;
  return (
    <Card title={<span class="private">{say('title', { name: central })}</span>}>
      <Loaded of={matrix} height="6rem" count={2}>
        {(found) => (
          <div class="stack">
            <p class="small dim">{say('hint')}</p>
            {found.receivers.filter(({ connected }) => connected).length < 2 && <p>{say('one')}</p>}
            <MatrixTable matrix={found} onMove={setMoving} />
            {moving !== undefined && (
              <MoveDialog
                matrix={found}
                device={moving}
                onMoved={() => void matrix.reload()}
                onClose={() => setMoving(undefined)}
              />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const nameOf = ({ description, address }: Receiver): string => description || address;

/** Proposed devices first. */
const byProposal = (a: Received, b: Received): number => Number(b.proposal !== undefined) - Number(!!a.proposal);

function MatrixTable({ matrix, onMove }: { readonly matrix: Matrix; readonly onMove: (device: Received) => void }) {
  const say = useTexts(receiverTexts);
  const refusal = useRefusal('admin');
  const { central, receivers, devices } = matrix;
  const canMove = receivers.filter(({ connected }) => connected).length > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="receivers-scroll" tabIndex={0} aria-label={say('signals', { name: central })}>
      <table class="receivers">
        <thead>
          <tr>
            <th scope="col">{say('device')}</th>
            {receivers.map((receiver) => (
              <th key={receiver.address} scope="col">
                <span class="private">{nameOf(receiver)}</span>
                {receiver.default && <Chip>{say('own')}</Chip>}
                {!receiver.connected && <Chip tone="bad">{say('gone')}</Chip>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...devices].sort(byProposal).map((device) => (
            <tr key={device.address}>
              <th scope="row">
                <span class="private">{device.name}</span>
                <Proposal device={device} receivers={receivers} />
                {canMove && (
                  <Button disabledReason={refusal} onClick={() => onMove(device)}>
                    {say('move')} <span class="visually-hidden">{device.name}</span>
                  </Button>
                )}
              </th>
              {device.signals.map((signal) => (
                <td key={signal.receiver}>
                  <Levels of={signal} />
                  {device.receiver === signal.receiver && <Chip>{say(device.roaming ? 'roaming' : 'current')}</Chip>}
                  {device.proposal?.receiver === signal.receiver && <Chip tone="good">{say('proposed')}</Chip>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Levels({ of: { rssi_device, rssi_peer } }: { readonly of: Signal }) {
  return <span class="mono">{`${rssi_device ?? '—'} / ${rssi_peer ?? '—'}`}</span>;
}

function Proposal({ device, receivers }: { readonly device: Received; readonly receivers: readonly Receiver[] }) {
  const say = useTexts(receiverTexts);
  const { proposal } = device;
  const receiver = receivers.find(({ address }) => address === proposal?.receiver);
  if (proposal === undefined || receiver === undefined) return null;
  const name = nameOf(receiver);
  return (
    <span class="small dim">
      {proposal.reason === 'receiver_gone'
        ? say('receiver_gone', { name })
        : say('stronger', { name, n: proposal.gain_db ?? 0 })}
    </span>
  );
}

interface MoveDialogProps {
  readonly matrix: Matrix;
  readonly device: Received;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

function MoveDialog({ matrix: { central, receivers }, device, onMoved, onClose }: MoveDialogProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(receiverTexts);
  const { address: addr, name, signals, proposal, roaming } = device;
  const submit = async (fields: FormData) => {
    const receiver = String(fields.get('receiver') ?? '');
    const body = { receiver, roaming: fields.get('roaming') !== null };
    await gateway.call('setDeviceReceiver', { path: { addr }, query: { central }, body });
    const chosen = receivers.find(({ address }) => address === receiver);
    announce(say('moved', { name, receiver: chosen === undefined ? receiver : nameOf(chosen) }));
    onMoved();
    onClose();
    return undefined;
  };
  return (
    <Dialog title={say('moveTitle', { name })} onClose={onClose}>
      <p>{say('moveHint')}</p>
      <Form submitLabel={say('action')} onSubmit={submit} actions={<Button onClick={onClose}>{say('cancel')}</Button>}>
        <fieldset class="field">
          <legend>{say('gateway')}</legend>
          <div class="stack">
            {receivers
              .filter(({ connected }) => connected)
              .map((receiver) => (
                <label key={receiver.address} class="check">
                  <input
                    type="radio"
                    name="receiver"
                    value={receiver.address}
                    defaultChecked={receiver.address === (proposal?.receiver ?? device.receiver)}
                  />
                  <span class="row">
                    <span class="private">{nameOf(receiver)}</span>
                    {signals
                      .filter((signal) => signal.receiver === receiver.address)
                      .map((signal) => (
                        <Levels key={signal.receiver} of={signal} />
                      ))}
                  </span>
                </label>
              ))}
          </div>
        </fieldset>
        <label class="check">
          <input type="checkbox" name="roaming" defaultChecked={roaming} />
          <span>{say('roam')}</span>
        </label>
      </Form>
    </Dialog>
  );
}
