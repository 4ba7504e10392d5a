import type { Company } from '#modules/settings/schema.ts';
import type { EmailValues } from '#shared/email-placeholders.ts';
import { escapeHtml } from '#shared/html.ts';
import { imageUrl } from '#shared/image-url.ts';
import { phoneList } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { workTimeLines } from '#shared/work-time.ts';
import type { EmailKind } from './email-kinds.ts';

/** What an email says, before it is known under which name the shop sells. */
export type EmailMessage = {
  subject: string;
  heading: string;
  blocks: EmailBlock[];
  footer: EmailFooter;
  /** Headers beside the usual ones. */
  headers?: Record<string, string>;
  /** Where the shop may have words of its own (`worded-email.ts`); without it the words are the program's alone. */
  worded?: Worded;
};

export type Worded = {
  kind: EmailKind;
  department_id_1c: string | null;
  values: EmailValues;
  blocks: WordedBlock[];
};

/** What the email says, or the place of the shop's words. */
export type WordedBlock = EmailBlock | { kind: 'words'; part: 'lead' | 'closing'; rest: string };

/** The sender's contact lines. */
export type EmailFooter = (seller: Company) => string[];

/** An email is a list of these; both forms are made from the one list, so that they never say different things. */
export type EmailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'code'; label: string; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'table'; rows: { left: string; middle?: string; right: string; is_total?: boolean }[] }
  | { kind: 'facts'; rows: { name: string; value: string }[] }
  | { kind: 'goods'; rows: { name: string; url: string; notes: string[] }[] }
  | { kind: 'link'; label: string; url: string };

/** Subject, heading and blocks → an email. All texts are plain; `drawEmail` escapes them. */
export function composeEmail(
  subject: string,
  heading: string,
  blocks: EmailBlock[],
  footer: EmailFooter,
): EmailMessage {
  return { subject, heading, blocks, footer };
}

/** What a reader receives: the same words as plain text and as HTML, under the seller's name of this moment. */
export function drawEmail(emailMessage: EmailMessage, seller: Company): { text: string; html: string } {
  const { subject, heading, blocks } = emailMessage;
  const footer = emailMessage.footer(seller);
  const plain = [heading, ...blocks.map(plainBlock), ['—', ...footer].join('\n')].join('\n\n');
  const body = blocks.map(htmlBlock).join('\n');
  const html = `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f3ec;font:16px/24px Arial,sans-serif;color:#1d2420">
<div style="max-width:600px;margin:0 auto;padding:24px 16px">
<div style="background:#fff;border-radius:8px;padding:24px">
<p style="margin:0 0 16px;font-weight:bold;color:#1f5a43">${sender(seller)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;overflow-wrap:anywhere">${words(heading)}</h1>
${body}
</div>
<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:#5d665f">${footer.map(words).join('<br>')}</p>
</div></body></html>
`;
  return { text: `${plain}\n`, html };
}

/** What the HTML of an email calls the logo, which travels with it (`logo-file.ts`). */
export const logoInEmail = 'cid:shop-logo';

/** The logo, with the name for readers that show no pictures, or the name. */
function sender({ logo, name }: Company): string {
  const words = escapeHtml(name);
  if (!logo) return words;
  return `<img src="${logoInEmail}" alt="${words}" height="36" style="height:36px;max-width:240px">`;
}

/** The HTML of an email for a browser, which has nothing that travels with it. */
export function emailInBrowser(html: string, { logo }: Pick<Company, 'logo'>): string {
  return logo ? html.replaceAll(logoInEmail, escapeHtml(imageUrl(logo, { width: 400 }))) : html;
}

/** The footer of an email that no branch writes: the shop itself signs. */
export const shopLines: EmailFooter = ({ name, email }) => [name, ...(email ? [`Почта: ${email}`] : [])];

/** A branch as the last lines of its emails name it. */
export type EmailBranch = {
  name_for_site: string;
  city: string;
  address: string;
  phones: Record<string, string>;
  work_time: string;
  email: string | null;
};

/** The footer of every email a branch writes: who, where, phones, hours by the branch's own clock. */
export function branchLines(branch: EmailBranch): EmailFooter {
  return (seller) => [
    `${seller.name}, филиал «${branch.name_for_site}»: ${branch.city}, ${branch.address}`,
    `Телефоны: ${phoneList(branch.phones).join(', ')}`,
    `Часы работы: ${workTimeLines(branch.work_time).join(', ')}`,
    ...(branch.email ? [`Почта: ${branch.email}`] : []),
  ];
}

function plainBlock(block: EmailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'code':
      return `${block.label}: ${block.code}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'table':
      return block.rows.map(({ left, middle, right }) => [left, middle, right].filter(Boolean).join(' — ')).join('\n');
    case 'facts':
      return block.rows.map(({ name, value }) => `${name}: ${value}`).join('\n');
    case 'goods':
      return block.rows.map(({ name, url, notes }) => [name, notes.join(', '), url].join('\n')).join('\n\n');
    case 'link':
      return `${block.label}: ${block.url}`;
  }
}

/**
 * The text as it is set, its phones and ranges of hours and days in one piece. Only in HTML: a plain email is wrapped
 * by the mail program anyway.
 */
function withNoBreaks(text: string): string {
  return unbroken(text)
    .replace(/\+7-\d{3}-\d{3}-\d\d-\d\d/g, (phone) => phone.replaceAll('-', '\u2060-\u2060'))
    .replace(/(?<=[\dА-Яа-я])–(?=[\dА-Яа-я])/g, '\u2060–\u2060');
}

function words(text: string): string {
  return escapeHtml(withNoBreaks(text));
}

function htmlBlock(block: EmailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${words(block.text).replaceAll('\n', '<br>')}</p>`;
    case 'code':
      return `<p style="margin:0 0 4px;font-size:13px;color:#5d665f">${words(block.label)}</p>
<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:bold;letter-spacing:4px">${escapeHtml(block.code)}</p>`;
    case 'button':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.url)}" style="display:inline-block;background:#1f5a43;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none">${words(block.label)}</a></p>`;
    case 'table':
      return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${block.rows.map(tableRow).join('')}</table>`;
    case 'facts':
      return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${block.rows.map(factRow).join('')}</table>`;
    case 'goods':
      return block.rows.map(goodsRow).join('');
    case 'link':
      return `<p style="margin:0 0 16px;font-size:13px;line-height:20px"><a href="${escapeHtml(block.url)}" style="color:#1f5a43">${words(block.label)}</a></p>`;
  }
}

function tableRow({
  left,
  middle = '',
  right,
  is_total,
}: {
  left: string;
  middle?: string;
  right: string;
  is_total?: boolean;
}): string {
  const cell = `padding:6px 0;border-top:1px solid #e3ded2;vertical-align:top${is_total ? ';font-weight:bold' : ''}`;
  const under = middle === '' ? '' : `<br><span style="font-size:13px;color:#5d665f">${words(middle)}</span>`;
  const sum = /\d/.test(right) ? ';white-space:nowrap' : '';
  return `<tr><td style="${cell};overflow-wrap:anywhere">${words(left)}${under}</td><td style="${cell};padding-left:12px;text-align:right${sum}">${words(right)}</td></tr>`;
}

function goodsRow({ name, url, notes }: { name: string; url: string; notes: string[] }): string {
  return `<p style="margin:0 0 16px;padding-top:12px;border-top:1px solid #e3ded2"><a href="${escapeHtml(url)}" style="color:#1f5a43;font-weight:bold">${words(name)}</a><br>${notes.map(words).join('<br>')}</p>`;
}

function factRow({ name, value }: { name: string; value: string }): string {
  return `<tr><td style="padding:4px 12px 4px 0;color:#5d665f;vertical-align:top;width:34%">${words(name)}</td><td style="padding:4px 0;overflow-wrap:anywhere">${words(value)}</td></tr>`;
}
