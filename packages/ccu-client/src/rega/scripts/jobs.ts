import { CcuError } from '../../model/errors.js';
import { defineScript } from '../language/script.js';

/**
 * Jobs of minutes that a product does by commands of its own. The logic layer is blocked while it waits for a command,
 * and gives up after ten seconds; so the job runs beside it, and `job_output` reads its state.
 */
export type JobKind = 'firmware' | 'backup';

const UPDATE = '/bin/checkFirmwareUpdate.sh';
const BACKUP = '/bin/createBackup.sh';

/** The only place the CCU's web server hands files out from. */
const BACKUP_DIRECTORY = '/usr/local/tmp';
const BACKUP_NAME = 'ccu-gateway-backup-';
/** Files that an aborted gateway left behind are removed after this time. */
const LEFT_BEHIND_MINUTES = 180;

/** Path of a backup on the CCU until it is fetched. */
export const backupFile = (run: string): string => `${BACKUP_DIRECTORY}/${BACKUP_NAME}${checkedRun(run)}.sbk`;

/**
 * Fetches the newest firmware and restarts the CCU, which installs it at its start. Refused as `unsupported` where the
 * product has no such command, and in a container, which gets its image from outside.
 */
const firmwareInstall = defineScript({
  name: 'firmware_install',
  version: 1,
  sample: { run: '0' },
  columns: { started: 'bool' },
  body: ({ run }: { readonly run: string }) => `
string sOut = ""; string sError = ""; string sHelp = ""; string sContainer = "";
system.Exec("test -x ${UPDATE} && ${UPDATE} -h", &sHelp, &sError);
system.Exec("grep -e ^PLATFORM=oci -e ^PLATFORM=lxc /VERSION", &sContainer, &sError);
if ((sHelp.Find("-a:") < 0) || (sHelp.Find("-r:") < 0) || (sContainer.Find("PLATFORM") >= 0)) { Write("@error unsupported\\n"); }
else {
  system.Save();
  system.Exec("${startBeside('firmware', run, `${UPDATE} -a -r`)}", &sOut, &sError);
  if (sOut.Find("started") >= 0) { Write("true\\n"); } else { Write("@error refused\\n"); }
}`,
});

/** Has the CCU write a backup to `backupFile(run)`. Refused as `unsupported` where the product has no such command. */
const backupStart = defineScript({
  name: 'backup_start',
  version: 1,
  sample: { run: '0' },
  columns: { started: 'bool' },
  body: ({ run }: { readonly run: string }) => `
string sOut = ""; string sError = ""; string sThere = "";
system.Exec("test -x ${BACKUP} && echo yes", &sThere, &sError);
if (sThere.Find("yes") < 0) { Write("@error unsupported\\n"); }
else {
  system.Exec("find ${BACKUP_DIRECTORY} -maxdepth 1 -name '${BACKUP_NAME}*' -mmin +${LEFT_BEHIND_MINUTES} | xargs rm -rf", &sOut, &sError);
  system.Exec("${startBeside('backup', run, `umask 077; ${BACKUP} ${backupFile(run)}`)}", &sOut, &sError);
  if (sOut.Find("started") >= 0) { Write("true\\n"); } else { Write("@error refused\\n"); }
}`,
});

/** Deletes the backup from the CCU again. */
const backupRemove = defineScript({
  name: 'backup_remove',
  version: 1,
  sample: { run: '0' },
  columns: { done: 'bool' },
  body: ({ run }: { readonly run: string }) => `
string sOut = ""; string sError = "";
system.Exec("rm -f ${backupFile(run)}", &sOut, &sError);
Write("true\\n");`,
});

/**
 * Never starts anything. `state`: `running`, `done` with the output of the command and in the last line `exit=` with
 * its exit code, or `gone` where the CCU has no such job, as after a restart. The end is reported once.
 */
const jobOutput = defineScript({
  name: 'job_output',
  version: 1,
  sample: { job: 'backup', run: '0' },
  columns: { state: 'text', output: 'text' },
  body: ({ job, run }: { readonly job: JobKind; readonly run: string }) => `
string sOut = ""; string sError = ""; string sState = "";
system.Exec("if [ -f ${jobFile(job, run)} ]; then echo done; elif [ -f ${jobFile(job, run)}.run ]; then echo running; else echo gone; fi", &sState, &sError);
if (sState.Find("done") >= 0) {
  system.Exec("tail -c 4000 ${jobFile(job, run)}; rm -f ${jobFile(job, run)} ${jobFile(job, run)}.run", &sOut, &sError);
}
Write(sState.UriEncode() # "\\t" # sOut.UriEncode() # "\\n");`,
});

function startBeside(job: JobKind, run: string, command: string): string {
  const file = jobFile(job, run);
  const work = `${command} >${file}.out 2>/dev/null; echo exit=$? >>${file}.out; mv ${file}.out ${file}`;
  return `touch ${file}.run; (${work}) >/dev/null 2>&1 </dev/null & echo started`;
}

const jobFile = (job: JobKind, run: string): string => `/tmp/ccu-gateway-${job}-job-${checkedRun(run)}`;

function checkedRun(run: string): string {
  if (!/^[0-9a-z]{1,16}$/.test(run)) throw new CcuError('invalid_argument', 'a run is named by digits and letters');
  return run;
}

/** Scripts about long jobs, by name. */
export const jobScripts = {
  firmware_install: firmwareInstall,
  backup_start: backupStart,
  backup_remove: backupRemove,
  job_output: jobOutput,
} as const;
