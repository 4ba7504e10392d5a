/**
 * The end of an address under which a script asks React Router for the data of a page, for expressions: `/a.data` of
 * `/a`, `/a/_.data` of `/a/`, `/_.data` of the home page.
 */
export const dataEnd = String.raw`(?:_?\.data)`;

const dataAddress = new RegExp(String.raw`^[^?]*${dataEnd}(?:\?|$)`);
const end = /(?<=\/)_\.data$|\.data$/;

/** Whether a page's data is asked for, not its document. `url`: path and query. */
export function isDataAddress(url: string): boolean {
  return dataAddress.test(url);
}

/** The path of the page whose data is asked for; of a document its own. */
export function pagePathOf(path: string): string {
  return path.replace(end, '');
}
