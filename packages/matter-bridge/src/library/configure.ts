import { config, NodeJsAlreadyInitializedError } from '@matter/nodejs/config';

/**
 * Stops the library from using signals, arguments, the environment and unhandled errors of the whole process, and from
 * writing to the home directory. Must be called before anything else of it is loaded.
 */
export function configureLibrary(): void {
  try {
    config.loadProcessArgv = false;
    config.loadProcessEnv = false;
    config.loadConfigFile = false;
    config.initializeStorage = false;
    config.installFilesystem = false;
    config.trapProcessSignals = false;
    config.trapUnhandledErrors = false;
    config.setProcessExitCodeOnError = false;
  } catch (error) {
    // Another part of the process has loaded it before, as tests do.
    if (!(error instanceof NodeJsAlreadyInitializedError)) throw error;
  }
}
