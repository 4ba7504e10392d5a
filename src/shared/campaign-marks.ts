/** What advertising, emails and search engines add to an address beside `utm_…` (campaign.ts). */
export const clickMarks = 'yclid|ysclid|gclid|fbclid|ymclid|erid|etext|from|_openstat';

/** Names of query parameters that tell visits apart and never what a page shows. */
export const campaignMark = new RegExp(`^(utm_[a-z]+|${clickMarks})$`);

/** What a query asks a page for. */
export function withoutMarks(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => !campaignMark.test(key)));
}
