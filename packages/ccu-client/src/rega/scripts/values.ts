import { interfacesWhere } from '../../model/interfaces.js';
import { defineScript, idLiteral, SAMPLE_TEXT, textVariable } from '../language/script.js';

/** Counts a value as known only with a previous update, where a time stamp alone proves nothing. */
const STAMPS_UNTOLD = interfacesWhere(({ stampsUntold }) => stampsUntold)
  .map((name) => `if (sWanted == "${name}") { bKnown = oPoint.LastTimestamp().ToInteger() > 0; }`)
  .join('\n                  ');

/**
 * Every data point of one interface, from the memory of the CCU: no radio traffic. `point` is `INTERFACE.DEVICE:n.PARAMETER`.
 * One without a report since the start of the CCU has an empty value. In pages of devices, because a running script blocks
 * the CCU.
 *
 * `Channels()` and `DPs()` themselves return everything; their `EnumIDs` leave out internal objects (the maintenance channel
 * of every BidCos device, STICKY_UNREACH, WORKING), their `EnumUsedIDs` invisible ones too. `LastTimestamp` is the time of
 * the previous update: a virtual device has one after its first update since the start.
 */
const values = defineScript({
  name: 'values',
  version: 2,
  sample: { interfaceName: SAMPLE_TEXT, from: 0, count: 1 },
  columns: { point: 'text', value: 'value', changedAt: 'time' },
  body: (args: { readonly interfaceName: string; readonly from: number; readonly count: number }) => `
${textVariable('sWanted', args.interfaceName)}
integer iFrom = ${idLiteral(args.from)};
integer iTo = ${idLiteral(args.from + args.count)};
integer iAt = 0;
string sDevice; string sChannel; string sPoint;
object oInterface = dom.GetObject(ID_INTERFACES).Get(sWanted);
if (oInterface) {
  foreach (sDevice, dom.GetObject(ID_DEVICES).EnumIDs()) {
    object oDevice = dom.GetObject(sDevice);
    if (oDevice) {
      if (oDevice.ReadyConfig() && (oDevice.Interface() == oInterface.ID())) {
        if ((iAt >= iFrom) && (iAt < iTo)) {
          foreach (sChannel, oDevice.Channels()) {
            object oChannel = dom.GetObject(sChannel);
            if (oChannel) {
              foreach (sPoint, oChannel.DPs()) {
                object oPoint = dom.GetObject(sPoint);
                if (oPoint) {
                  integer iTime = oPoint.Timestamp().ToInteger();
                  boolean bKnown = iTime > 0;
                  ${STAMPS_UNTOLD}
                  if (bKnown) {
                    string sValue = oPoint.Value().ToString();
                    Write(oPoint.Name().UriEncode() # "\\t" # oPoint.ValueType() # ":" # sValue.UriEncode() # "\\t" # iTime # "\\n");
                  } else {
                    Write(oPoint.Name().UriEncode() # "\\t\\t0\\n");
                  }
                }
              }
            }
          }
        }
        iAt = iAt + 1;
      }
    }
  }
  if (iAt > iTo) { Write("@more " # iTo # "\\n"); }
}`,
});

/**
 * Data points of some devices of one interface with a report in the last seconds, by the clock of the CCU, each with
 * its age in seconds. Key presses have their time, too. The row without a point has the number of devices.
 */
const recentValues = defineScript({
  name: 'recent_values',
  version: 1,
  sample: { interfaceName: SAMPLE_TEXT, from: 0, count: 1, seconds: 1 },
  columns: { point: 'text', value: 'value', ago: 'int' },
  body: (args: {
    readonly interfaceName: string;
    readonly from: number;
    readonly count: number;
    readonly seconds: number;
  }) => `
${textVariable('sWanted', args.interfaceName)}
integer iFrom = ${idLiteral(args.from)};
integer iTo = ${idLiteral(args.from + args.count)};
integer iSeconds = ${idLiteral(args.seconds)};
integer iNow = system.Date("%F %X").ToTime().ToInteger();
integer iAt = 0;
string sDevice; string sChannel; string sPoint;
object oInterface = dom.GetObject(ID_INTERFACES).Get(sWanted);
if (oInterface) {
  foreach (sDevice, dom.GetObject(ID_DEVICES).EnumIDs()) {
    object oDevice = dom.GetObject(sDevice);
    if (oDevice) {
      if (oDevice.ReadyConfig() && (oDevice.Interface() == oInterface.ID())) {
        if ((iAt >= iFrom) && (iAt < iTo)) {
          foreach (sChannel, oDevice.Channels()) {
            object oChannel = dom.GetObject(sChannel);
            if (oChannel) {
              foreach (sPoint, oChannel.DPs()) {
                object oPoint = dom.GetObject(sPoint);
                if (oPoint) {
                  integer iAgo = iNow - oPoint.Timestamp().ToInteger();
                  if ((iAgo >= 0) && (iAgo <= iSeconds)) {
                    string sValue = oPoint.Value().ToString();
                    Write(oPoint.Name().UriEncode() # "\\t" # oPoint.ValueType() # ":" # sValue.UriEncode() # "\\t" # iAgo # "\\n");
                  }
                }
              }
            }
          }
        }
        iAt = iAt + 1;
      }
    }
  }
}
Write("\\t\\t" # iAt # "\\n");`,
});

/** One data point, as the CCU remembers it: no radio traffic. */
const point = defineScript({
  name: 'point',
  version: 1,
  sample: { point: SAMPLE_TEXT },
  columns: { value: 'value', changedAt: 'time' },
  body: (args: { readonly point: string }) => `
${textVariable('sPoint', args.point)}
object oPoint = dom.GetObject(sPoint);
if (!oPoint) { Write("@error not_found\\n"); }
else {
  string sValue = oPoint.Value().ToString();
  Write(oPoint.ValueType() # ":" # sValue.UriEncode() # "\\t" # oPoint.Timestamp().ToInteger() # "\\n");
}`,
});

/** Scripts about values, by name. */
export const valueScripts = {
  values,
  recent_values: recentValues,
  point,
} as const;
