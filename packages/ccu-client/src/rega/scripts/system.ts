import { CcuError } from '../../model/errors.js';
import { defineScript, numberLiteral } from '../language/script.js';

/** `versionFile` is the text of `/VERSION` with lines such as `VERSION=` and `PRODUCT=`. */
const systemInfo = defineScript({
  name: 'system_info',
  version: 2,
  sample: {},
  columns: { versionFile: 'text', hostname: 'text', longitude: 'number', latitude: 'number' },
  body: (_: Record<string, never>) => `
string sVersion = ""; string sHost = ""; string sError = "";
system.Exec("cat /VERSION", &sVersion, &sError);
system.Exec("hostname", &sHost, &sError);
Write(sVersion.UriEncode() # "\\t" # sHost.UriEncode() # "\\t" # system.Longitude().ToString() # "\\t" # system.Latitude().ToString() # "\\n");`,
});

/** Which CCU this is, also where no session asks. The files differ between products. */
export const systemSerial = defineScript({
  name: 'system_serial',
  version: 2,
  sample: {},
  columns: { serial: 'text' },
  body: (_: Record<string, never>) => `
string sSerial = ""; string sError = "";
system.Exec("sed -n s/^SerialNumber=//p /var/ids", &sSerial, &sError);
if (sSerial.Length() < 4) { system.Exec("cat /var/board_serial", &sSerial, &sError); }
if (sSerial.Length() < 4) { system.Exec("cat /sys/module/plat_eq3ccu2/parameters/board_serial", &sSerial, &sError); }
Write(sSerial.UriEncode() # "\\n");`,
});

/** The exit code of a command that is not there, as shells have it. */
const NOT_THERE = 127;

const CHECK = '/bin/checkFirmwareUpdate.sh';

/**
 * `output` is the output of the product's own check, and in its last line `exit=` with its exit code: 0 nothing newer,
 * 1 something newer, 5 and more for a product that cannot check. The check asks a remote server, and the logic layer is
 * blocked while it waits for a command. So the check runs beside it: the first call with a `run` starts it, and a later
 * one with the same `run` returns the output, which is empty until then.
 */
const firmwareCheck = defineScript({
  name: 'firmware_check',
  version: 3,
  sample: { run: '0' },
  columns: { output: 'text' },
  body: ({ run }: { readonly run: string }) => `
string sOut = ""; string sError = ""; string sThere = "";
system.Exec("test -x ${CHECK} && echo yes", &sThere, &sError);
if (sThere.Find("yes") >= 0) {
  system.Exec("${checkBeside(run)}", &sOut, &sError);
} else { sOut = "exit=${NOT_THERE}"; }
Write(sOut.UriEncode() # "\\n");`,
});

function checkBeside(run: string): string {
  if (!/^[0-9a-z]{1,16}$/.test(run)) throw new CcuError('invalid_argument', 'a run is named by digits and letters');
  const file = `/tmp/ccu-gateway-firmware-${run}`;
  const check = `timeout 60 ${CHECK} >${file}.out 2>/dev/null; echo exit=$? >>${file}.out; mv ${file}.out ${file}`;
  const start = `touch ${file}.run; (${check}) >/dev/null 2>&1 </dev/null &`;
  return `if [ -f ${file} ]; then cat ${file}; rm -f ${file} ${file}.run; elif [ ! -f ${file}.run ]; then ${start} fi`;
}

/** Runs `statements` where a condition of the shell is met; they begin a restart as `sOut`, and are answered before it happens. */
const restarting = (condition: string, statements: string): string => `
string sOut = ""; string sError = ""; string sThere = "";
system.Exec("${condition} && echo yes", &sThere, &sError);
if (sThere.Find("yes") < 0) { Write("@error unsupported\\n"); }
else {
  system.Save();
${statements}
  if (sOut.Find("started") >= 0) { Write("true\\n"); } else { Write("@error refused\\n"); }
}`;

const later = (command: string): string =>
  `  system.Exec("(sleep 2; ${command}) >/dev/null 2>&1 </dev/null & echo started", &sOut, &sError);`;

/** A CCU without the command reports that instead of staying silent. */
const power = (name: 'reboot' | 'power_off', command: string) =>
  defineScript({
    name,
    version: 1,
    sample: {},
    columns: { done: 'bool' },
    body: (_: Record<string, never>) => restarting(`test -x ${command}`, later(command)),
  });

const reboot = power('reboot', '/sbin/reboot');
const powerOff = power('power_off', '/sbin/poweroff');

/**
 * Restarts the CCU into another mode, which its start scripts select by a file. A CCU without that mode reports this
 * instead of a plain restart. `condition` is a command of its shell without double quotes.
 */
const restartInto = (
  name: 'safe_mode' | 'recovery_mode',
  mode: { readonly file: string; readonly condition: string },
) =>
  defineScript({
    name,
    version: 1,
    sample: {},
    columns: { done: 'bool' },
    body: (_: Record<string, never>) =>
      restarting(
        `${mode.condition} && test -x /sbin/reboot`,
        `  system.Exec("touch ${mode.file} && echo set", &sOut, &sError);
  if (sOut.Find("set") >= 0) {
  ${later('/sbin/reboot')}
  }`,
      ),
  });

/** Without add-ons and programs of users, until the next start. */
const safeMode = restartInto('safe_mode', {
  file: '/etc/config/safemode',
  condition: 'grep -qs safemode /etc/init.d/*',
});

/** The recovery system has a partition of its own: since version 3, and in no container. */
const recoveryMode = restartInto('recovery_mode', {
  file: '/usr/local/.recoveryMode',
  condition: "grep -qE '^VERSION=([3-9]|[1-9][0-9])' /VERSION && ! grep -qE '^PLATFORM=(oci|lxc)' /VERSION",
});

/** Where the CCU reads its position from when it starts. */
const POSITION_FILE = '/etc/config/time.conf';

/**
 * Returns the resulting position, because an ignored value is not refused either. The logic layer forgets it at the
 * next start unless it is in the file too: `stored`.
 */
const position = defineScript({
  name: 'position',
  version: 3,
  sample: { longitude: 0, latitude: 0 },
  columns: { longitude: 'number', latitude: 'number', stored: 'bool' },
  body: (args: { readonly longitude: number; readonly latitude: number }) => {
    const longitude = numberLiteral(args.longitude);
    const latitude = numberLiteral(args.latitude);
    const file = POSITION_FILE;
    return `
system.Longitude(${longitude});
system.Latitude(${latitude});
string sOut = ""; string sError = "";
system.Exec("sed -i -e '/^ *LONGITUDE *=/d' -e '/^ *LATITUDE *=/d' ${file} && (echo LATITUDE=${latitude}; echo LONGITUDE=${longitude}) >> ${file} && echo stored", &sOut, &sError);
Write(system.Longitude().ToString() # "\\t" # system.Latitude().ToString() # "\\t" # (sOut.Find("stored") >= 0) # "\\n");`;
  },
});

/** Scripts about the CCU itself, by name. */
export const systemScripts = {
  system_info: systemInfo,
  system_serial: systemSerial,
  firmware_check: firmwareCheck,
  reboot,
  power_off: powerOff,
  safe_mode: safeMode,
  recovery_mode: recoveryMode,
  position,
} as const;
