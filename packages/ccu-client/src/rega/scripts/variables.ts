import type { NewSysvar, SysvarChange } from '../../model/hub-model.js';
import type { ScriptValue } from '../language/output.js';
import { boolLiteral, defineScript, numberLiteral, SAMPLE_TEXT, textVariable } from '../language/script.js';

/**
 * `type` is one of ALARM, LOGIC, LIST, NUMBER, INTEGER, STRING; `valueList` is separated by semicolons. Internal variables
 * are among them, and the counters of messages become internal at the first restart.
 */
const variables = defineScript({
  name: 'variables',
  version: 1,
  sample: {},
  columns: {
    id: 'int',
    name: 'text',
    description: 'text',
    type: 'text',
    value: 'value',
    unit: 'text',
    min: 'number',
    max: 'number',
    valueList: 'text',
    valueName0: 'text',
    valueName1: 'text',
    internal: 'bool',
    visible: 'bool',
    logged: 'bool',
    channelAddress: 'text',
    changedAt: 'time',
  },
  body: (args: { readonly name?: string }) => `
${textVariable('sWanted', args.name ?? '')}
string sId;
foreach (sId, dom.GetObject(ID_SYSTEM_VARIABLES).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) {
    if ((sWanted == "") || (o.Name() == sWanted)) {
      string sType = "NUMBER";
      integer iType = o.ValueType();
      if (iType == ivtBinary) { if (o.ValueSubType() == istAlarm) { sType = "ALARM"; } else { sType = "LOGIC"; } }
      if (iType == ivtInteger) { if (o.ValueSubType() == istEnum) { sType = "LIST"; } else { sType = "INTEGER"; } }
      if (iType == ivtString) { sType = "STRING"; }
      string sValue = o.Value().ToString();
      if (sType == "ALARM") { sValue = (o.AlState() == asOncoming).ToString(); }
      string sChannel = "";
      object oChannel = dom.GetObject(o.Channel());
      if (oChannel) { sChannel = oChannel.Address(); }
      string sList = ""; string sMin = ""; string sMax = ""; string s0 = ""; string s1 = "";
      if (sType == "LIST") { sList = o.ValueList(); }
      if ((iType == ivtFloat) || (sType == "INTEGER")) { sMin = o.ValueMin().ToString(); sMax = o.ValueMax().ToString(); }
      if (iType == ivtBinary) { s0 = o.ValueName0(); s1 = o.ValueName1(); }
      Write(sId # "\\t" # o.Name().UriEncode() # "\\t" # o.DPInfo().UriEncode() # "\\t" # sType # "\\t" # iType # ":" # sValue.UriEncode() # "\\t" # o.ValueUnit().UriEncode() # "\\t" # sMin # "\\t" # sMax # "\\t" # sList.UriEncode() # "\\t" # s0.UriEncode() # "\\t" # s1.UriEncode() # "\\t" # o.Internal() # "\\t" # o.Visible() # "\\t" # o.DPArchive() # "\\t" # sChannel.UriEncode() # "\\t" # o.Timestamp().ToInteger() # "\\n");
    }
  }
}`,
});

/** Names are compared one by one: `Get` takes a text of digits for an id, and then finds another object. */
const FIND = (name: string) => `${textVariable('sName', name)}
object o = null;
string sVariable;
foreach (sVariable, dom.GetObject(ID_SYSTEM_VARIABLES).EnumIDs()) {
  object oVariable = dom.GetObject(sVariable);
  if (oVariable) { if (oVariable.Name() == sName) { o = oVariable; } }
}`;

/** The counters of alarm and service messages have these numbers on every CCU; nothing but the CCU itself may set them. */
const IS_COUNTER = '((o.ID() == 40) || (o.ID() == 41))';

/**
 * Enum variables take the index. A refused value changes nothing, and `State` returns false; for an alarm it returns
 * true when a message appeared, so that there the state itself is read.
 */
const variableSet = defineScript({
  name: 'variable_set',
  version: 2,
  sample: { name: SAMPLE_TEXT, value: SAMPLE_TEXT },
  columns: { id: 'int' },
  body: (args: { readonly name: string; readonly value: ScriptValue }) => `
${FIND(args.name)}
${typeof args.value === 'string' ? textVariable('vValue', args.value) : `var vValue = ${scalar(args.value)};`}
if (!o) { Write("@error not_found\\n"); }
else {
  if (${IS_COUNTER}) { Write("@error unerasable\\n"); }
  else {
    boolean bTaken = o.State(vValue);
    if (o.ValueSubType() == istAlarm) { bTaken = (o.State().ToString() == vValue.ToString()); }
    if (bTaken) { Write(o.ID() # "\\n"); } else { Write("@error refused\\n"); }
  }
}`,
});

function scalar(value: boolean | number): string {
  if (typeof value === 'boolean') return boolLiteral(value);
  return Number.isInteger(value) ? String(Number(numberLiteral(value))) : numberLiteral(value);
}

const KIND: Readonly<Record<NewSysvar['type'], readonly [valueType: string, subType: string]>> = {
  BOOL: ['ivtBinary', 'istBool'],
  ALARM: ['ivtBinary', 'istAlarm'],
  ENUM: ['ivtInteger', 'istEnum'],
  INTEGER: ['ivtInteger', 'istGeneric'],
  FLOAT: ['ivtFloat', 'istGeneric'],
  STRING: ['ivtString', 'istChar8859'],
};

/** The state that the web interface gives a new variable; without one it has no value. A text starts empty. */
function initial({ type, min = 0 }: NewSysvar): string {
  if (type === 'STRING') return 'o.State("");';
  if (type === 'BOOL') return 'o.State(false);';
  if (type === 'ENUM') return 'o.State(0);';
  // An alarm is off before its first state, and telling it so would count as a change.
  return type === 'ALARM' ? '' : `o.State(${scalar(type === 'INTEGER' ? Math.trunc(min) : min)});`;
}

/**
 * An alarm raises messages only when it is armed and has a condition. The name may be taken by a variable that is in no
 * list any more: the CCU then silently puts a number behind it, so the resulting name is read.
 */
const variableCreate = defineScript({
  name: 'variable_create',
  version: 1,
  sample: { name: SAMPLE_TEXT, type: 'STRING' },
  columns: { id: 'int' },
  body: (args: NewSysvar) => `
${FIND(args.name)}
if (o) { Write("@error conflict\\n"); }
else {
  o = dom.CreateObject(${args.type === 'ALARM' ? 'OT_ALARMDP' : 'OT_VARDP'});
  if (o) { o.Name(sName); }
  if (!o) { Write("@error refused\\n"); }
  else {
    if (o.Name() != sName) { dom.DeleteObject(o.ID()); Write("@error conflict\\n"); }
    else {
      o.ValueType(${KIND[args.type][0]});
      o.ValueSubType(${KIND[args.type][1]});
      o.Internal(false); o.Visible(true);
      ${settings(args)}
      ${args.type === 'ALARM' ? 'o.AlType(atSystem); o.AlArm(true); o.AlSetBinaryCondition();' : ''}
      dom.GetObject(ID_SYSTEM_VARIABLES).Add(o.ID());
      ${initial(args)}
      dom.RTUpdate(false);
      Write(o.ID() # "\\n");
    }
  }
}`,
});

/**
 * A taken name is refused: the CCU silently puts a number behind it, so the resulting name is read before anything else
 * is changed. Of a variable of the CCU itself only the description, the visibility and the logging can be changed, of a
 * counter of messages nothing.
 */
const variableChange = defineScript({
  name: 'variable_change',
  version: 2,
  sample: { name: SAMPLE_TEXT, change: { description: SAMPLE_TEXT, visible: true } },
  columns: { id: 'int' },
  body: (args: { readonly name: string; readonly change: SysvarChange }) => `
${FIND(args.name)}
${textVariable('sWanted', args.change.name ?? args.name)}
if (!o) { Write("@error not_found\\n"); }
else {
  if (${IS_COUNTER} || (o.Unerasable() && ${boolLiteral(isOfMeaning(args))})) { Write("@error unerasable\\n"); }
  else {
    if (sWanted != sName) { o.Name(sWanted); }
    if (o.Name() != sWanted) { o.Name(sName); Write("@error conflict\\n"); }
    else {
      ${settings(args.change)}
      Write(o.ID() # "\\n");
    }
  }
}`,
});

/** True for a change of the meaning of a variable, and not only of its display. */
function isOfMeaning({ name, change }: { readonly name: string; readonly change: SysvarChange }): boolean {
  const { description: _text, visible: _visible, logged: _logged, name: wanted = name, ...meaning } = change;
  return wanted !== name || Object.values(meaning).some((each) => each !== undefined);
}

/** Takes the variable `o` out of the data points of the channel that it is assigned to; only both together show it there. */
const LEAVE_CHANNEL = 'object oLeft = dom.GetObject(o.Channel()); if (oLeft) { oLeft.DPs().Remove(o.ID()); }';

/** Statements that set the given members of the variable `o`, except for its name. */
function settings(change: SysvarChange): string {
  const lines: string[] = [];
  const text = (method: string, value: string | undefined) => {
    if (value !== undefined) lines.push(`${textVariable(`s${method}`, value)} o.${method}(s${method});`);
  };
  const plain = (method: string, literal: string | undefined) => {
    if (literal !== undefined) lines.push(`o.${method}(${literal});`);
  };
  text('DPInfo', change.description);
  text('ValueUnit', change.unit);
  plain('ValueMin', change.min === undefined ? undefined : numberLiteral(change.min));
  plain('ValueMax', change.max === undefined ? undefined : numberLiteral(change.max));
  text('ValueList', change.valueList?.join(';'));
  text('ValueName0', change.valueName0);
  text('ValueName1', change.valueName1);
  plain('Visible', change.visible === undefined ? undefined : boolLiteral(change.visible));
  plain('DPArchive', change.logged === undefined ? undefined : boolLiteral(change.logged));
  if (change.channelAddress !== undefined) lines.push(LEAVE_CHANNEL);
  if (change.channelAddress === '') lines.push('o.Channel(ID_ERROR);');
  else if (change.channelAddress !== undefined) {
    lines.push(textVariable('sChannelAddress', change.channelAddress));
    lines.push(`string sChannelId;
    foreach (sChannelId, dom.GetObject(ID_CHANNELS).EnumIDs()) {
      object oChannel = dom.GetObject(sChannelId);
      if (oChannel) {
        if (oChannel.Address() == sChannelAddress) { oChannel.DPs().Add(o.ID()); o.Channel(oChannel.ID()); }
      }
    }`);
  }
  return lines.join('\n    ');
}

const variableDelete = defineScript({
  name: 'variable_delete',
  version: 2,
  sample: { name: SAMPLE_TEXT },
  columns: { id: 'int' },
  body: (args: { readonly name: string }) => `
${FIND(args.name)}
if (!o) { Write("@error not_found\\n"); }
else {
  if (o.Unerasable()) { Write("@error unerasable\\n"); }
  else {
    integer iId = o.ID();
    ${LEAVE_CHANNEL}
    dom.GetObject(ID_SYSTEM_VARIABLES).Remove(iId);
    dom.DeleteObject(iId);
    Write(iId # "\\n");
  }
}`,
});

/**
 * Ids of the programs that name the variable in conditions or actions, in all their rules ("if", "else if", "else").
 * The texts of scripts in them are not read.
 */
const variableUsage = defineScript({
  name: 'variable_usage',
  version: 1,
  sample: { name: SAMPLE_TEXT },
  columns: { programId: 'int' },
  body: (args: { readonly name: string }) => `
${FIND(args.name)}
if (!o) { Write("@error not_found\\n"); }
else {
  string sWanted = o.ID().ToString();
  string sId;
  foreach (sId, dom.GetObject(ID_PROGRAMS).EnumIDs()) {
    object oProgram = dom.GetObject(sId);
    boolean bUsed = false;
    integer iRules = 0;
    object oRule = null;
    if (oProgram) { oRule = oProgram.Rule(); }
    while (oRule && (iRules < 100)) {
      integer iCondition = 0;
      while (iCondition < oRule.RuleConditions().Count()) {
        object oCondition = oRule.RuleCondition(iCondition);
        integer iSingle = 0;
        while (iSingle < oCondition.CndSingleCount()) {
          object oSingle = oCondition.CndSingleCondition(iSingle);
          if (oSingle.LeftVal().ToString() == sWanted) { bUsed = true; }
          if (oSingle.RightVal1ValType() == ivtObjectId) {
            if (oSingle.RightVal1().ToString() == sWanted) { bUsed = true; }
          }
          iSingle = iSingle + 1;
        }
        iCondition = iCondition + 1;
      }
      object oDestination = oRule.RuleDestination();
      if (oDestination) {
        integer iTarget = 0;
        while (iTarget < oDestination.DestSingleCount()) {
          if (oDestination.DestSingleDestination(iTarget).DestinationDP().ToString() == sWanted) { bUsed = true; }
          iTarget = iTarget + 1;
        }
      }
      oRule = oRule.RuleSubRule();
      iRules = iRules + 1;
    }
    if (bUsed) { Write(sId # "\\n"); }
  }
}`,
});

/** Scripts about system variables, by name. */
export const variableScripts = {
  variables,
  variable_set: variableSet,
  variable_create: variableCreate,
  variable_change: variableChange,
  variable_delete: variableDelete,
  variable_usage: variableUsage,
} as const;
