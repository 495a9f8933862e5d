import type { HouseModel } from '@ccu-gateway/device-model';
import type { CentralControl, CentralProbe, CentralSettings, CentralView } from '../ports/centrals.js';
import { GatewayError, noStorage, notFound } from '../use-case/errors.js';
import type { CentralDirectory } from './directory.js';
import { fileDifference, fileDifferenceInWords } from './file-difference.js';
import { checkVariable } from './password.js';

/** A stored CCU. The format defines the contents of the document. */
export interface KeptCentral<Document> {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: Document;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type NewCentral<Document> = Pick<KeptCentral<Document>, 'name' | 'enabled' | 'config'>;

/**
 * Storage of CCUs that were set at run time. Rejects with `service_unready` when it refuses, and with the reason
 * `outcome_unknown` if the change may have been made despite the error.
 */
export interface CentralRecords<Document> {
  list(): Promise<readonly KeptCentral<Document>[]>;
  /**
   * Stores the result of `decide` over the stored CCUs: all of it or nothing, and alone among all changes, at any
   * gateway. Resolves with the stored CCUs. `decide` may be called again, so it must have no other effect; its errors
   * pass through, and nothing is written.
   */
  change(
    decide: (kept: readonly KeptCentral<Document>[]) => readonly NewCentral<Document>[],
  ): Promise<readonly KeptCentral<Document>[]>;
}

/** Turns settings from people into stored ones, and these into the configuration of a connection. */
export interface CentralFormat<Config, Document> {
  /** The mask, or no password at all, keeps the one of `before`. */
  documentOf(settings: CentralSettings, before: Document | undefined): Document;
  /** True when two CCUs have the same settings, their passwords included. */
  isSame(one: Config, other: Config): boolean;
  /** Of a CCU of the configuration file, when the records take over. */
  documentOfConfig(config: Config): Document;
  /** @throws GatewayError `validation` */
  configOf(central: NewCentral<Document>): Config;
  /**
   * A password goes only where it was stored for, and a variable of the environment only to the CCU that uses it already.
   * `before` is the CCU of that name, where there is one.
   *
   * @throws GatewayError `validation`, naming the password or its variable
   */
  passwordStays(change: {
    readonly settings: CentralSettings;
    readonly before: NewCentral<Document> | undefined;
    readonly next: NewCentral<Document>;
  }): void;
  /** For a start: a document that cannot be opened stops it. */
  opened(kept: readonly KeptCentral<Document>[]): readonly Config[];
  /** Settings as the API shows them. `kept` is absent for a CCU of the configuration file. */
  settingsOf(config: Config, serial: string | undefined, kept?: KeptCentral<Document>): CentralSettings;
}

interface Named {
  readonly name: string;
  readonly enabled: boolean;
}

/** Dependencies of the administration of CCUs. */
export interface CentralAdministrationDeps<Config extends Named, Document> {
  /** Those of the configuration file. */
  readonly configured: readonly Config[];
  /** The configuration file, where there is one. @throws GatewayError where `read` or `write` cannot */
  readonly file?:
    | {
        readonly path: string;
        /** The CCUs that stand in it now. */
        read(): readonly Config[];
        write(centrals: readonly NewCentral<Document>[]): void;
      }
    | undefined;
  /** Called when the CCUs of the file do not count any more, with a note about the lost ones. */
  readonly ignored?: ((note: string) => void) | undefined;
  /** Undefined where nothing can be kept. */
  readonly records: CentralRecords<Document> | undefined;
  readonly format: CentralFormat<Config, Document>;
  /** Hears of every change. */
  readonly directory: Pick<CentralDirectory, 'put' | 'drop'>;
  readonly centrals: {
    add(config: Config): void;
    change(config: Config): Promise<void>;
    remove(name: string): Promise<void>;
    /** Of those that were added; which of them are connected is another question. */
    names(): readonly string[];
  };
  readonly house: Pick<HouseModel, 'centrals'>;
  /** Runs the write by which one goes; rejects with `conflict` instead where it is the last way to sign in. */
  readonly keepWayIn: (
    change: { readonly without: string },
    write: (records: Pick<CentralRecords<Document>, 'change'>) => Promise<void>,
  ) => Promise<void>;
  /** Deletes the stored data of a removed CCU. */
  readonly forget: (central: string) => Promise<void>;
  readonly probe: (config: Config, signal: AbortSignal) => Promise<CentralProbe>;
}

/** The CCUs of a gateway, as they are set and changed. */
export interface CentralAdministration<Config> extends CentralView, CentralControl {
  /** The CCUs to connect to, the disabled ones included. */
  inForce(): Promise<readonly Config[]>;
}

/**
 * The CCUs that are kept when there are any, otherwise those of the configuration file. The first change takes over those of
 * the file, and the last one that is kept cannot go while the file has some: they would count again.
 *
 * @example
 * const centrals = createCentralAdministration({ ...deps, records, format });
 * await centrals.create({ name: 'home', host: '192.0.2.1', enabled: true, interfaces: [{ name: 'HmIP-RF' }] });
 */
export function createCentralAdministration<Config extends Named & { readonly host: string }, Document>(
  deps: CentralAdministrationDeps<Config, Document>,
): CentralAdministration<Config> {
  const { format, directory } = deps;
  const list = () => listOf(deps);
  const { configured, counting, tellIgnored, operations } = createFileOfCentrals(deps);
  const serialOf = (name: string) => deps.house.centrals().find((entry) => entry.name === name)?.serial;
  const shown = (kept: KeptCentral<Document>) => format.settingsOf(format.configOf(kept), serialOf(kept.name), kept);

  async function takeEffect(central: Config, were: readonly KeptCentral<Document>[]): Promise<void> {
    directory.put(central);
    await connect(deps, central);
    await tellIgnored(were);
  }

  return {
    ...operations,
    async centrals() {
      const kept = await list();
      if (kept.length > 0) return kept.map(shown);
      return configured().map((config) => format.settingsOf(config, serialOf(config.name)));
    },
    async inForce() {
      const kept = await list();
      return kept.length > 0 ? format.opened(kept) : configured();
    },
    async create(settings) {
      checkVariable(settings);
      const { name } = settings;
      const created = madeOf(format, settings, undefined);
      const central = format.configOf(created);
      const were = await list();
      const kept = await required(deps.records).change((before) => withNew(counting(before), created));
      await takeEffect(central, were);
      return shown(named(kept, name));
    },
    async replace(settings) {
      checkVariable(settings);
      const { name } = settings;
      const were = await list();
      const kept = await required(deps.records).change((before) => {
        const all = counting(before);
        // Members that new settings omit are taken from there, the password above all.
        const old = named(all, name);
        const replaced = madeOf(format, settings, old);
        // Refused before anything is written where it is not acceptable.
        format.configOf(replaced);
        return all.map((each) => (each === old ? replaced : each));
      });
      await takeEffect(format.configOf(named(kept, name)), were);
    },
    async remove(name) {
      const were = await required(deps.records).list();
      refuseLastBefore(configured(), were, name);
      await deps.keepWayIn({ without: name }, async (inTurn) => {
        await inTurn.change((before) => {
          // Checked twice: this reason is the one that people can act on, and another gateway may have removed the
          // others meanwhile.
          refuseLastBefore(configured(), before, name);
          return counting(before).filter((each) => !isNamed(each, name));
        });
      });
      await drop(deps, name);
      await tellIgnored(were);
    },
    async probe(settings, signal) {
      checkVariable(settings);
      const before = counting(await list()).find((each) => each.name === settings.name);
      return deps.probe(format.configOf(madeOf(format, settings, before)), signal);
    },
  };
}

/** The CCUs with a new one. @throws GatewayError `conflict` where one has its name */
function withNew<Kept extends Named>(others: readonly Kept[], created: Kept): readonly Kept[] {
  if (others.some((each) => isNamed(each, created.name))) {
    throw new GatewayError('conflict', `A CCU named ${created.name} exists already`, { reason: 'name_taken' });
  }
  return [...others, created];
}

/** The CCUs of the configuration file beside those that are kept. */
function createFileOfCentrals<Config extends Named & { readonly host: string }, Document>(
  deps: CentralAdministrationDeps<Config, Document>,
) {
  const { format, directory } = deps;
  let { configured } = deps;
  const differenceTo = (kept: readonly KeptCentral<Document>[]) =>
    fileDifference(configured, kept.map(format.configOf), format.isSame);
  /** People edit the file while the gateway runs. One that cannot be used now leaves those of the start. */
  const lookAgain = () => {
    try {
      configured = deps.file?.read() ?? configured;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  };

  const operations: Pick<CentralAdministration<Config>, 'centralsFile' | 'takeFile' | 'writeFile'> = {
    async centralsFile() {
      const none = { onlyInFile: [], onlyHere: [], changed: [] };
      const kept = await listOf(deps);
      // While none is kept, those of the start count until the next one.
      if (kept.length > 0) lookAgain();
      const difference = differenceTo(kept);
      return { file: deps.file?.path, isIgnored: difference !== undefined, ...(difference ?? none) };
    },
    async takeFile() {
      const inFile = deps.file?.read() ?? configured;
      if (inFile.length === 0) throw fileConflict('the configuration file has no CCU', 'file_without_ccus');
      const kept = await required(deps.records).list();
      const before = kept.length > 0 ? kept : configured;
      const gone = before.filter((each) => !inFile.some(({ name }) => isNamed(each, name)));
      const forgetAll = (records: Pick<CentralRecords<Document>, 'change'>) =>
        records.change(() => []).then(() => undefined);
      const [first] = gone;
      // Those of the file may sign people in as well, but no longer those that go.
      if (first === undefined) await forgetAll(required(deps.records));
      else await deps.keepWayIn({ without: first.name }, forgetAll);
      configured = inFile;
      for (const { name } of gone) await drop(deps, name);
      for (const central of configured) {
        directory.put(central);
        await connect(deps, central);
      }
    },
    async writeFile() {
      const kept = await required(deps.records).list();
      if (deps.file === undefined) throw fileConflict('there is no configuration file', 'no_file');
      if (kept.length === 0) return;
      deps.file.write(kept.map(({ name, enabled, config }) => ({ name, enabled, config })));
      configured = kept.map(format.configOf);
    },
  };
  return {
    operations,
    configured: () => configured,
    counting: (kept: readonly KeptCentral<Document>[]) => countingOf({ configured, format }, kept),
    /** The file counted before this change; its differences do not any more. */
    async tellIgnored(before: readonly unknown[]) {
      const difference = before.length === 0 ? differenceTo(await listOf(deps)) : undefined;
      if (difference !== undefined) deps.ignored?.(fileDifferenceInWords(difference));
    },
  };
}

async function listOf<Document>({
  records,
}: {
  readonly records: CentralRecords<Document> | undefined;
}): Promise<readonly KeptCentral<Document>[]> {
  return (await records?.list()) ?? [];
}

/** The CCU that these settings make of `before`. @throws GatewayError `validation` where a password would go elsewhere */
function madeOf<Document>(
  format: Pick<CentralFormat<never, Document>, 'documentOf' | 'passwordStays'>,
  settings: CentralSettings,
  before: NewCentral<Document> | undefined,
): NewCentral<Document> {
  const { name, enabled } = settings;
  const next = { name, enabled, config: format.documentOf(settings, before?.config) };
  format.passwordStays({ settings, before, next });
  return next;
}

async function drop(
  { directory, centrals, forget }: Pick<CentralAdministrationDeps<never, never>, 'directory' | 'centrals' | 'forget'>,
  name: string,
): Promise<void> {
  directory.drop(name);
  await centrals.remove(name);
  await forget(name);
}

/** The CCUs that count. The first change makes the records count, so the stored list starts from these. */
function countingOf<Config extends Named, Document>(
  { configured, format }: Pick<CentralAdministrationDeps<Config, Document>, 'configured' | 'format'>,
  kept: readonly KeptCentral<Document>[],
): readonly NewCentral<Document>[] {
  if (kept.length > 0) return kept;
  return configured.map((config) => ({
    ...{ name: config.name, enabled: config.enabled },
    config: format.documentOfConfig(config),
  }));
}

/** Names ignore case. */
const isNamed = (central: Pick<Named, 'name'>, name: string) => central.name.toLowerCase() === name.toLowerCase();

function named<Central extends Pick<Named, 'name'>>(centrals: readonly Central[], name: string): Central {
  const found = centrals.find((each) => each.name === name);
  if (found === undefined) throw notFound(`CCU ${name}`);
  return found;
}

/** Without any that is kept those of the file would count again. */
function refuseLastBefore(configured: readonly Named[], kept: readonly Named[], name: string): void {
  const counting = kept.length > 0 ? kept : configured;
  if (configured.length === 0 || !counting.every((each) => isNamed(each, name))) return;
  throw new GatewayError(
    'conflict',
    'Without this CCU those of the configuration file would count again: remove them there, or disable this one',
    { reason: 'configured_in_file' },
  );
}

const fileConflict = (why: string, reason: string) =>
  new GatewayError('conflict', `Nothing was changed: ${why}`, { reason });

function connect<Config extends Named>(
  { centrals }: Pick<CentralAdministrationDeps<Config, never>, 'centrals'>,
  config: Config,
): Promise<void> {
  if (!config.enabled) return centrals.remove(config.name);
  if (centrals.names().includes(config.name)) return centrals.change(config);
  centrals.add(config);
  return Promise.resolve();
}

function required<T>(there: T | undefined): T {
  if (there === undefined) throw noStorage();
  return there;
}
