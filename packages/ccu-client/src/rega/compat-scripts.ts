import { defineScript, idLiteral, type ReGaScript, SAMPLE_TEXT, textVariable } from './language/script.js';

/** Commands that would stop or burden a CCU, if a branch that is never taken were taken. */
const POWER = /\/sbin\/(?:reboot|poweroff)|\/bin\/(?:checkFirmwareUpdate|createBackup)\.sh/g;
const SYNTAX = 'syntax';

/**
 * A text that holds a script in a branch that is never taken: the logic layer reads all of a text before it runs any of it,
 * and prints nothing when it does not understand a part. So every script can be tried and none is run.
 */
export const syntaxProbe = {
  name: SYNTAX,
  source(script: Pick<ReGaScript<string, never, unknown>, 'name' | 'version'>, source: string): string {
    const { name, version } = script;
    return [
      `! ccu-gateway:${SYNTAX}:1`,
      `! args: ${encodeURIComponent(JSON.stringify({ script: name, version }))}`,
      'boolean bNever = false;',
      'if (bNever) {',
      source.replace(POWER, '/bin/false').trim(),
      '}',
      `Write("@end ${SYNTAX}\\n");`,
      '',
    ].join('\n');
  },
  encode: () => `@end ${SYNTAX}\n`,
  understood: (output: string) => new RegExp(`^@end ${SYNTAX}\\r?$`, 'm').test(output),
} as const;

/** Commands of the CCU's system that scripts start: which of them are there. None is started. */
export const commandsProbe = defineScript({
  name: 'commands',
  version: 2,
  sample: {},
  columns: { command: 'text', there: 'bool' },
  body: (_: Record<string, never>) => `
string sCommand; string sOut = ""; string sError = "";
foreach (sCommand, "/sbin/reboot\\t/sbin/poweroff\\t/bin/checkFirmwareUpdate.sh\\t/bin/createBackup.sh") {
  sOut = "";
  system.Exec("test -x " # sCommand # " && echo yes", &sOut, &sError);
  Write(sCommand.UriEncode() # "\\t" # (sOut.Find("yes") >= 0) # "\\n");
}`,
});

/**
 * The CCU's own deletion of a variable removes it from the list and leaves the object, so its name stays taken. This
 * script removes such an object, found by its id, with that name, and in no list.
 */
export const leftoverRemoval = defineScript({
  name: 'remove_leftover',
  version: 1,
  sample: { id: 1, name: SAMPLE_TEXT },
  columns: { removed: 'bool' },
  body: (args: { readonly id: number; readonly name: string }) => `
${textVariable('sName', args.name)}
object o = dom.GetObject(${idLiteral(args.id)});
boolean bLeft = false;
if (o) {
  if (o.IsTypeOf(OT_VARDP) && (o.Name() == sName)) { bLeft = true; }
  object oListed = dom.GetObject(ID_SYSTEM_VARIABLES).Get(o.ID());
  if (oListed) { bLeft = false; }
}
if (bLeft) { Write(dom.DeleteObject(${idLiteral(args.id)}) # "\\n"); } else { Write("false\\n"); }`,
});
