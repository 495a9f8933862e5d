import { defineScript, idLiteral } from '../language/script.js';

/** The type of these objects is a category (system, service); the kind of a message follows from its parameter. */
const serviceMessages = defineScript({
  name: 'service_messages',
  version: 2,
  sample: {},
  columns: {
    id: 'int',
    name: 'text',
    deviceName: 'text',
    counter: 'int',
    quittable: 'bool',
    firstAt: 'time',
    lastAt: 'time',
  },
  body: (_: Record<string, never>) => `
string sId;
foreach (sId, dom.GetObject(ID_SERVICES).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) {
    if (o.IsTypeOf(OT_ALARMDP) && (o.AlState() == asOncoming)) {
      string sDevice = "";
      boolean bQuittable = false;
      object oPoint = dom.GetObject(o.AlTriggerDP());
      if (oPoint) {
        if ((oPoint.Operations() & OPERATION_WRITE) > 0) { bQuittable = true; }
        object oChannel = dom.GetObject(oPoint.Channel());
        if (oChannel) { object oDevice = dom.GetObject(oChannel.Device()); if (oDevice) { sDevice = oDevice.Name(); } }
      }
      Write(sId # "\\t" # o.Name().UriEncode() # "\\t" # sDevice.UriEncode() # "\\t" # o.AlCounter() # "\\t" # bQuittable # "\\t" # o.AlOccurrenceTime().ToInteger() # "\\t" # o.Timestamp().ToInteger() # "\\n");
    }
  }
}`,
});

/** Counted as in the web interface: alarms that are still on, in a variable with that state. */
const alarmMessages = defineScript({
  name: 'alarm_messages',
  version: 1,
  sample: {},
  columns: { id: 'int', name: 'text', description: 'text', counter: 'int', firstAt: 'time', lastAt: 'time' },
  body: (_: Record<string, never>) => `
string sId;
foreach (sId, dom.GetObject(ID_SYSTEM_VARIABLES).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) {
    if (o.IsTypeOf(OT_ALARMDP) && (o.AlState() == asOncoming) && (o.State() == true)) {
      Write(sId # "\\t" # o.Name().UriEncode() # "\\t" # o.DPInfo().UriEncode() # "\\t" # o.AlCounter() # "\\t" # o.AlOccurrenceTime().ToInteger() # "\\t" # o.Timestamp().ToInteger() # "\\n");
    }
  }
}`,
});

/**
 * Acknowledges one message of either kind. The receipt alone leaves a sticky state unchanged at the device's interface.
 */
const messageAcknowledge = defineScript({
  name: 'message_ack',
  version: 1,
  sample: { id: 1 },
  columns: { id: 'int' },
  body: (args: { readonly id: number }) => `
object o = dom.GetObject(${idLiteral(args.id)});
boolean bMessage = false;
if (o) { if (o.IsTypeOf(OT_ALARMDP)) { bMessage = true; } }
if (bMessage) {
  object oPoint = dom.GetObject(o.AlTriggerDP());
  o.AlReceipt();
  if (oPoint) {
    if ((oPoint.Name().Find(".STICKY_") >= 0) && ((oPoint.Operations() & OPERATION_WRITE) > 0)) { oPoint.State(false); }
  }
  Write(o.ID() # "\\n");
} else { Write("@error not_found\\n"); }`,
});

/** Scripts about messages, by name. */
export const messageScripts = {
  service_messages: serviceMessages,
  alarm_messages: alarmMessages,
  message_ack: messageAcknowledge,
} as const;
