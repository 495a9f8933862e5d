import type { CallAnswer } from '@ccu-gateway/client';

export type InstallMode = CallAnswer<'listInstallModes'>[number];
export type InboxDevice = CallAnswer<'listInbox'>[number];

/** The name of the interface alone: the entry has that of its CCU before it. */
export const interfaceOf = ({ interface: id, central }: InstallMode): string => id.slice(central.length + 1);
