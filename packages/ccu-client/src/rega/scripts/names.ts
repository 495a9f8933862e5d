import { defineScript, idLiteral, SAMPLE_TEXT, textVariable } from '../language/script.js';

/** Every accepted device (`kind` D) and its channels (`kind` C) with their names. */
const names = defineScript({
  name: 'names',
  version: 1,
  sample: {},
  columns: { kind: 'text', id: 'int', address: 'text', name: 'text', interfaceName: 'text' },
  body: (_: Record<string, never>) => `
string sDevice; string sChannel;
foreach (sDevice, dom.GetObject(ID_DEVICES).EnumIDs()) {
  object oDevice = dom.GetObject(sDevice);
  if (oDevice) {
    if (oDevice.ReadyConfig() && (oDevice.Name() != "Gateway")) {
      object oInterface = dom.GetObject(oDevice.Interface());
      string sInterface = "";
      if (oInterface) { sInterface = oInterface.Name(); }
      Write("D\\t" # sDevice # "\\t" # oDevice.Address().UriEncode() # "\\t" # oDevice.Name().UriEncode() # "\\t" # sInterface.UriEncode() # "\\n");
      foreach (sChannel, oDevice.Channels()) {
        object oChannel = dom.GetObject(sChannel);
        if (oChannel) {
          Write("C\\t" # sChannel # "\\t" # oChannel.Address().UriEncode() # "\\t" # oChannel.Name().UriEncode() # "\\t" # sInterface.UriEncode() # "\\n");
        }
      }
    }
  }
}`,
});

/**
 * Renames the device or channel with that address, and returns its resulting name: the CCU puts a number behind one
 * that is taken.
 */
const rename = defineScript({
  name: 'rename',
  version: 2,
  sample: { address: SAMPLE_TEXT, name: SAMPLE_TEXT },
  columns: { id: 'int', name: 'text' },
  body: (args: { readonly address: string; readonly name: string }) => `
${textVariable('sAddress', args.address)}
${textVariable('sName', args.name)}
object oFound = null;
string sDevice; string sChannel;
foreach (sDevice, dom.GetObject(ID_DEVICES).EnumIDs()) {
  object oDevice = dom.GetObject(sDevice);
  if (oDevice) {
    if (oDevice.Address() == sAddress) { oFound = oDevice; }
    else {
      if (sAddress.Substr(0, oDevice.Address().Length() + 1) == (oDevice.Address() # ":")) {
        foreach (sChannel, oDevice.Channels()) {
          object oChannel = dom.GetObject(sChannel);
          if (oChannel) { if (oChannel.Address() == sAddress) { oFound = oChannel; } }
        }
      }
    }
  }
}
if (oFound) { oFound.Name(sName); Write(oFound.ID() # "\\t" # oFound.Name().UriEncode() # "\\n"); } else { Write("@error not_found\\n"); }`,
});

export type GroupKind = 'rooms' | 'functions';
const LIST: Readonly<Record<GroupKind, string>> = { rooms: 'ID_ROOMS', functions: 'ID_FUNCTIONS' };

/** Rooms or functions with the addresses of their channels. */
const groups = defineScript({
  name: 'groups',
  version: 1,
  sample: { kind: 'rooms' },
  columns: { id: 'int', name: 'text', description: 'text', channelAddresses: 'texts' },
  body: (args: { readonly kind: GroupKind }) => `
string sGroup; string sChannel;
foreach (sGroup, dom.GetObject(${LIST[args.kind]}).EnumUsedIDs()) {
  object oGroup = dom.GetObject(sGroup);
  if (oGroup) {
    Write(sGroup # "\\t" # oGroup.Name().UriEncode() # "\\t" # oGroup.EnumInfo().UriEncode() # "\\t");
    foreach (sChannel, oGroup.EnumIDs()) {
      object oChannel = dom.GetObject(sChannel);
      if (oChannel) { Write(oChannel.Address().UriEncode() # " "); }
    }
    Write("\\n");
  }
}`,
});

/**
 * Finds the group of that name as `oNamed`. Names are compared one by one: `Get` takes a text of digits for an id, and then
 * finds another object.
 */
const FIND_NAMED = (kind: GroupKind, name: string) => `${textVariable('sName', name)}
object oList = dom.GetObject(${LIST[kind]});
object oNamed = null;
string sNamed;
foreach (sNamed, oList.EnumIDs()) {
  object oEach = dom.GetObject(sNamed);
  if (oEach) { if (oEach.Name() == sName) { oNamed = oEach; } }
}`;

const groupCreate = defineScript({
  name: 'group_create',
  version: 1,
  sample: { kind: 'rooms', name: SAMPLE_TEXT },
  columns: { id: 'int' },
  body: (args: { readonly kind: GroupKind; readonly name: string }) => `
${FIND_NAMED(args.kind, args.name)}
if (oNamed) { Write("@error conflict\\n"); }
else {
  object oGroup = dom.CreateObject(OT_ENUM);
  if (oGroup) {
    oGroup.Name(sName);
    oGroup.EnumType(${args.kind === 'rooms' ? 'etRoom' : 'etFunction'});
    oList.Add(oGroup.ID());
    if (oList.Get(oGroup.ID())) { Write(oGroup.ID() # "\\n"); } else { Write("@error refused\\n"); }
  } else { Write("@error refused\\n"); }
}`,
});

/** A name that is taken is refused: the CCU puts a number behind it without a word. */
const groupRename = defineScript({
  name: 'group_rename',
  version: 2,
  sample: { kind: 'rooms', id: 1, name: SAMPLE_TEXT },
  columns: { id: 'int' },
  body: (args: { readonly kind: GroupKind; readonly id: number; readonly name: string }) => `
${textVariable('sName', args.name)}
object oGroup = dom.GetObject(${LIST[args.kind]}).Get(${idLiteral(args.id)});
if (!oGroup) { Write("@error not_found\\n"); }
else {
  if (oGroup.Unerasable()) { Write("@error unerasable\\n"); }
  else {
    string sBefore = oGroup.Name();
    oGroup.Name(sName);
    if (oGroup.Name() == sName) { Write(oGroup.ID() # "\\n"); } else { oGroup.Name(sBefore); Write("@error conflict\\n"); }
  }
}`,
});

const groupDelete = defineScript({
  name: 'group_delete',
  version: 2,
  sample: { kind: 'rooms', id: 1 },
  columns: { id: 'int' },
  body: (args: { readonly kind: GroupKind; readonly id: number }) => `
object oList = dom.GetObject(${LIST[args.kind]});
object oGroup = oList.Get(${idLiteral(args.id)});
if (!oGroup) { Write("@error not_found\\n"); }
else {
  if (oGroup.Unerasable()) { Write("@error unerasable\\n"); }
  else {
    integer iId = oGroup.ID();
    oList.Remove(iId);
    dom.DeleteObject(iId);
    Write(iId # "\\n");
  }
}`,
});

/** Puts a channel into exactly these groups. */
const groupAssign = defineScript({
  name: 'group_assign',
  version: 1,
  sample: { kind: 'rooms', channelAddress: SAMPLE_TEXT, ids: [1] },
  columns: { id: 'int' },
  body: (args: { readonly kind: GroupKind; readonly channelAddress: string; readonly ids: readonly number[] }) => `
${textVariable('sAddress', args.channelAddress)}
string sWanted = " ${args.ids.map(idLiteral).join(' ')} ";
object oFound = null;
string sChannel; string sGroup;
foreach (sChannel, dom.GetObject(ID_CHANNELS).EnumIDs()) {
  object oChannel = dom.GetObject(sChannel);
  if (oChannel) { if (oChannel.Address() == sAddress) { oFound = oChannel; } }
}
if (!oFound) { Write("@error not_found\\n"); }
else {
  foreach (sGroup, dom.GetObject(${LIST[args.kind]}).EnumUsedIDs()) {
    object oGroup = dom.GetObject(sGroup);
    if (oGroup) {
      if (sWanted.Find(" " # sGroup # " ") >= 0) { oGroup.Add(oFound.ID()); } else { oGroup.Remove(oFound.ID()); }
    }
  }
  Write(oFound.ID() # "\\n");
}`,
});

/** Scripts about names, rooms and functions, by name. */
export const nameScripts = {
  names,
  rename,
  groups,
  group_create: groupCreate,
  group_rename: groupRename,
  group_delete: groupDelete,
  group_assign: groupAssign,
} as const;
