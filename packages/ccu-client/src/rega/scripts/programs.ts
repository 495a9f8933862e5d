import { boolLiteral, defineScript, idLiteral } from '../language/script.js';

const programs = defineScript({
  name: 'programs',
  version: 1,
  sample: {},
  columns: {
    id: 'int',
    name: 'text',
    description: 'text',
    active: 'bool',
    internal: 'bool',
    visible: 'bool',
    lastExecutedAt: 'time',
  },
  body: (_: Record<string, never>) => `
string sId;
foreach (sId, dom.GetObject(ID_PROGRAMS).EnumIDs()) {
  object o = dom.GetObject(sId);
  if (o) {
    Write(sId # "\\t" # o.Name().UriEncode() # "\\t" # o.PrgInfo().UriEncode() # "\\t" # o.Active() # "\\t" # o.Internal() # "\\t" # o.Visible() # "\\t" # o.ProgramLastExecuteTime().ToInteger() # "\\n");
  }
}`,
});

const FIND = (id: number) => `object o = dom.GetObject(ID_PROGRAMS).Get(${idLiteral(id)});`;

/** Runs a program, under any conditions. With `checkConditions` an inactive program does not run. */
const programRun = defineScript({
  name: 'program_run',
  version: 1,
  sample: { id: 1, checkConditions: true },
  columns: { executed: 'bool' },
  body: (args: { readonly id: number; readonly checkConditions: boolean }) => `
${FIND(args.id)}
if (!o) { Write("@error not_found\\n"); }
else {
  if (${boolLiteral(args.checkConditions)} && (!o.Active())) { Write("false\\n"); }
  else {
    if (o.ProgramExecute()) { Write("true\\n"); } else { Write("@error refused\\n"); }
  }
}`,
});

const programActivate = defineScript({
  name: 'program_activate',
  version: 1,
  sample: { id: 1, active: true },
  columns: { id: 'int' },
  body: (args: { readonly id: number; readonly active: boolean }) => `
${FIND(args.id)}
if (!o) { Write("@error not_found\\n"); } else { o.Active(${boolLiteral(args.active)}); Write(o.ID() # "\\n"); }`,
});

const programDelete = defineScript({
  name: 'program_delete',
  version: 2,
  sample: { id: 1 },
  columns: { id: 'int' },
  body: (args: { readonly id: number }) => `
${FIND(args.id)}
if (!o) { Write("@error not_found\\n"); }
else {
  if (o.Unerasable()) { Write("@error unerasable\\n"); }
  else {
    integer iId = o.ID();
    dom.GetObject(ID_PROGRAMS).Remove(iId);
    dom.DeleteObject(iId);
    Write(iId # "\\n");
  }
}`,
});

/** Scripts about programs, by name. */
export const programScripts = {
  programs,
  program_run: programRun,
  program_activate: programActivate,
  program_delete: programDelete,
} as const;
