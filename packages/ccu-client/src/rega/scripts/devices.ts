import { defineScript, SAMPLE_TEXT, textVariable } from '../language/script.js';

/** Devices that were paired but not accepted yet, by the conditions of the CCU's own inbox. */
const inbox = defineScript({
  name: 'inbox',
  version: 1,
  sample: {},
  columns: { id: 'int', address: 'text', type: 'text', interfaceName: 'text', name: 'text' },
  body: (_: Record<string, never>) => `
string sId;
foreach (sId, dom.GetObject(ID_DEVICES).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) {
    if ((!o.ReadyConfig()) && (o.Name() != "Gateway") && (o.Interface() != ID_ERROR)) {
      string sInterface = "";
      object oInterface = dom.GetObject(o.Interface());
      if (oInterface) { sInterface = oInterface.Name(); }
      Write(sId # "\\t" # o.Address().UriEncode() # "\\t" # o.HssType().UriEncode() # "\\t" # sInterface.UriEncode() # "\\t" # o.Name().UriEncode() # "\\n");
    }
  }
}`,
});

const inboxAccept = defineScript({
  name: 'inbox_accept',
  version: 1,
  sample: { address: SAMPLE_TEXT },
  columns: { id: 'int' },
  body: (args: { readonly address: string }) => `
${textVariable('sAddress', args.address)}
object oFound = null;
string sId; string sChannel;
foreach (sId, dom.GetObject(ID_DEVICES).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) { if ((!o.ReadyConfig()) && (o.Address() == sAddress)) { oFound = o; } }
}
if (!oFound) { Write("@error not_found\\n"); }
else {
  foreach (sChannel, oFound.Channels()) {
    object oChannel = dom.GetObject(sChannel);
    if (oChannel) { oChannel.ReadyConfig(true); }
  }
  oFound.ReadyConfig(true, false);
  Write(oFound.ID() # "\\n");
}`,
});

/** `level`: 0 none, 1 guest, 2 user, 8 administrator. */
const users = defineScript({
  name: 'users',
  version: 1,
  sample: {},
  columns: { id: 'int', name: 'text', level: 'int', firstName: 'text', lastName: 'text' },
  body: (_: Record<string, never>) => `
string sId;
foreach (sId, dom.GetObject(ID_USERS).EnumUsedIDs()) {
  object o = dom.GetObject(sId);
  if (o) {
    Write(sId # "\\t" # o.Name().UriEncode() # "\\t" # o.UserLevel() # "\\t" # o.UserFirstName().UriEncode() # "\\t" # o.UserLastName().UriEncode() # "\\n");
  }
}`,
});

/** A script that finds a device by its address, and runs `statements` with it as `oFound`. */
const withDevice = (address: string, statements: string): string => `
${textVariable('sAddress', address)}
object oFound = null;
string sId;
foreach (sId, dom.GetObject(ID_DEVICES).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) { if (o.Address() == sAddress) { oFound = o; } }
}
if (!oFound) { Write("@error not_found\\n"); }
else {
${statements}
}`;

/** Has the CCU call a device over the air; returns the CCU's time of it, which names the test. */
const comTestStart = defineScript({
  name: 'com_test_start',
  version: 1,
  sample: { address: SAMPLE_TEXT },
  columns: { started: 'text' },
  body: (args: { readonly address: string }) =>
    withDevice(
      args.address,
      `  string sStarted = system.Date("%Y-%m-%d %H:%M:%S");
  oFound.DevStartComTest();
  Write(sStarted.UriEncode() # "\\n");`,
    ),
});

/** The time of the last test that the device has answered, in the form of `started`. */
const comTestResult = defineScript({
  name: 'com_test_result',
  version: 1,
  sample: { address: SAMPLE_TEXT },
  columns: { completed: 'text' },
  body: (args: { readonly address: string }) =>
    withDevice(
      args.address,
      `  string sCompleted = oFound.LastTestCompletedTime().ToString();
  Write(sCompleted.UriEncode() # "\\n");`,
    ),
});

/** Scripts about the inbox, the tests of devices and the users of the CCU, by name. */
export const deviceScripts = {
  inbox,
  inbox_accept: inboxAccept,
  com_test_start: comTestStart,
  com_test_result: comTestResult,
  users,
} as const;
