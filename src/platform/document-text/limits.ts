/** More stands in the file than a list of goods can need: a few kilobytes may claim to hold gigabytes. */
export class TooMuchInside extends Error {
  constructor() {
    super('Внутри файла слишком много данных');
  }
}

/** What may be unpacked of one file, all its parts together. */
export const mostUnpackedBytes = 32 * 1024 * 1024;

/** The same of a table of goods that staff sent: twenty thousand rows with descriptions. */
export const mostUnpackedOfTable = 160 * 1024 * 1024;
