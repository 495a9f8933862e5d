import type { CallAnswer, Gateway } from '@ccu-gateway/client';

export type Kind = 'rooms' | 'functions';
export type Group = CallAnswer<'listRooms'>[number];

/** The same work on rooms and on functions. */
export function callsOf(gateway: Gateway, kind: Kind) {
  const isRoom = kind === 'rooms';
  return {
    list: (query: { readonly central?: string }): Promise<readonly Group[]> =>
      gateway.call(isRoom ? 'listRooms' : 'listFunctions', { query }),
    create: (name: string, central: string | undefined) =>
      gateway.call(isRoom ? 'createRoom' : 'createFunction', {
        body: { name, ...(central === undefined ? {} : { central }) },
      }),
    rename: (name: string, new_name: string) =>
      gateway.call(isRoom ? 'renameRoom' : 'renameFunction', { path: { name }, body: { new_name } }),
    remove: (name: string) => gateway.call(isRoom ? 'deleteRoom' : 'deleteFunction', { path: { name } }),
  };
}
