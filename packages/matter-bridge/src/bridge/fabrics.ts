import type { MatterFabric } from '@ccu-gateway/contract/types';
import { type ActionContext, Bytes } from '@matter/main';
import type { Fabric } from '@matter/main/protocol';
import type { BridgeNode } from '../node/bridge-node.js';

/** The makers of the systems that people have, as the alliance numbers them. */
const VENDORS: Readonly<Record<number, string>> = {
  4447: 'Aqara',
  4448: 'Tuya',
  4476: 'IKEA',
  4631: 'Amazon',
  4701: 'Google',
  4937: 'Apple',
  4939: 'Home Assistant',
  4996: 'Apple',
  5010: 'Nabu Casa',
  24582: 'Google',
  65521: 'Test',
};

const hex64 = (value: bigint): string => value.toString(16).toUpperCase().padStart(16, '0');

/** A home as the contract shows it. */
export function fabricView(fabric: Fabric): MatterFabric {
  const { fabricIndex, fabricId, nodeId, label, rootVendorId, globalId, rootPublicKey } = fabric;
  const vendor = VENDORS[Number(rootVendorId)];
  return {
    fabric_index: Number(fabricIndex),
    fabric_id: Number(fabricId),
    fabric_id_hex: hex64(BigInt(fabricId)),
    node_id: Number(nodeId),
    node_id_hex: hex64(BigInt(nodeId)),
    vendor_id: Number(rootVendorId),
    ...(vendor === undefined ? {} : { vendor_name: vendor }),
    ...(label === '' ? {} : { label }),
    compressed_id: hex64(BigInt(globalId)),
    root_public_key: Bytes.toHex(rootPublicKey),
  };
}

/** Controller of a command: the number of its home, and its display name. */
export function controllerOf(node: BridgeNode, context: ActionContext) {
  const index = 'fabric' in context ? Number(context.fabric ?? 0) : 0;
  const fabric = node.fabrics.fabrics.find(({ fabricIndex }) => Number(fabricIndex) === index);
  const view = fabric && fabricView(fabric);
  return { index, label: view?.label ?? view?.vendor_name ?? '' };
}
