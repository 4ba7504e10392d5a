import { isOwnPath } from './urls.ts';

/**
 * The number of a request as a visitor reads it out: 'E-7F31-0912', the first eight digits of its id, which stands in
 * the log (`reqId`) and in the answer's `x-request-id`.
 */
export function supportNumber(request_id: string): string {
  const digits = request_id.toUpperCase().slice(0, 8);
  return `E-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

const written = /^E-[0-9A-F]{4}-[0-9A-F]{4}$/;

/** The query of the link that reports what went wrong on a page. */
export function errorReportQuery(number: string, page: string): string {
  return `?${new URLSearchParams({ error: number, page: page.slice(0, 300) })}`;
}

/** What the form of a request holds at first when that link has opened it; null: another link has. */
export function errorReport(query: URLSearchParams): { theme: 'site'; text: string } | null {
  const number = query.get('error') ?? '';
  if (!written.test(number)) return null;
  const page = query.get('page') ?? '';
  const where = isOwnPath(page) && page.length <= 300 ? `, страница ${page}` : '';
  return { theme: 'site', text: `Номер ошибки ${number}${where}.\n` };
}
