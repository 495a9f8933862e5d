/** Topics as one member of an address; an address of a device may hold a comma. */
export const writeTopics = (topics: readonly string[]): string =>
  topics.map((topic) => topic.replaceAll('%', '%25').replaceAll(',', '%2C')).join();

/** The topics of a member of an address, without those that are empty. */
export const readTopics = (text: string): readonly string[] =>
  text
    .split(',')
    .map((topic) => topic.trim().replaceAll('%2C', ',').replaceAll('%25', '%'))
    .filter((topic) => topic !== '');
