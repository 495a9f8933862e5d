// For scripts, which are no part of this package.
export { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
export { problemKindInfo } from '@arethetypeswrong/core/problems';
export { publint } from 'publint';
export { formatMessage } from 'publint/utils';
