import { endCode, makeCampaign, makeShelfCode } from '#modules/codes/make-code.ts';
import { type CodeRow, listCodes } from '#modules/codes/qr-codes.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Db } from '#platform/database.ts';
import { formatDate } from '#shared/dates.ts';
import { campaignQrUrl, shelfQrUrl } from '#shared/urls.ts';
import { type Command, CommandFailure, json, limit, readLimit, textOf } from './command.ts';

const who = { type: 'string', value: 'КТО', summary: 'кто это делает' } as const;
const note = { type: 'string', value: 'ТЕКСТ', summary: 'пометка для себя: где висит, какой тираж' } as const;

/** Printed codes of /qr/…, as the back office makes them. */
export const commands: Command[] = [
  {
    name: 'codes list',
    summary: 'печатные коды: куда ведёт каждый',
    options: { limit: { ...limit, default: '100' }, json },
    async run({ db, args: { values }, out }) {
      const limit = readLimit(values.limit);
      const codes = await listCodes(db, limit);
      if (values.json) return out.json(codes);
      if (codes.length === 0) out.line('Кодов нет.');
      for (const code of codes) out.line(describe(code));
    },
  },
  {
    name: 'codes shelf',
    changes: 'codes',
    summary: 'код для ценника на полке',
    parameters: [{ name: 'ТОВАР', summary: 'код товара (idcode)' }],
    options: {
      code: { type: 'string', value: 'КОД', summary: 'свой код вместо кода товара' },
      point: { type: 'string', value: 'ПУНКТ', summary: 'id_1c пункта, где висит ценник' },
      note,
      who,
    },
    async run({ db, args: { positionals, values }, out }) {
      const point = textOf(values.point);
      if (point !== undefined) await checkPoint(db, point);
      const code = await makeShelfCode(
        db,
        { code: textOf(values.code), idcode: positionals[0] ?? '', department_id_1c: point ?? null },
        { who: textOf(values.who) ?? 'сотрудник', note: textOf(values.note) ?? '' },
      );
      out.line(`Адрес для печати: ${shelfQrUrl(code)} на домене филиала`);
    },
  },
  {
    name: 'codes campaign',
    changes: 'codes',
    summary: 'код рекламной кампании',
    parameters: [
      { name: 'КОД', summary: 'латиница, цифры, дефис' },
      { name: 'ЦЕЛЬ', summary: 'страница этого магазина: /category/…' },
    ],
    options: {
      source: { type: 'string', value: 'ИСТОЧНИК', summary: 'utm_source', default: 'qr' },
      medium: { type: 'string', value: 'КАНАЛ', summary: 'utm_medium', default: 'offline' },
      campaign: { type: 'string', value: 'КАМПАНИЯ', summary: 'utm_campaign; без него — сам код' },
      until: { type: 'string', value: 'ГГГГ-ММ-ДД', summary: 'последний день' },
      note,
      who,
    },
    async run({ db, args: { positionals, values }, out }) {
      const [code = '', target = ''] = positionals;
      const until = textOf(values.until);
      if (until !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(until))
        throw new CommandFailure('--until: нужна дата вида 2026-12-31');
      await makeCampaign(
        db,
        {
          code,
          target,
          utm_source: textOf(values.source) ?? '',
          utm_medium: textOf(values.medium) ?? null,
          utm_campaign: textOf(values.campaign) ?? null,
          ends_at: until === undefined ? null : new Date(`${until}T23:59:59+03:00`),
        },
        { who: textOf(values.who) ?? 'сотрудник', note: textOf(values.note) ?? '' },
      );
      out.line(
        `Адрес для печати: ${campaignQrUrl(code)} на домене филиала; дальше можно дописать место: ${campaignQrUrl(code)}listovka-1/`,
      );
    },
  },
  {
    name: 'codes end',
    changes: 'codes',
    summary: 'код больше никуда не ведёт',
    parameters: [
      { name: 'ВИД', summary: 'p (ценник) или c (кампания)' },
      { name: 'КОД', summary: 'сам код' },
    ],
    async run({ db, args: { positionals }, out }) {
      const [kind, code = ''] = positionals;
      if (kind !== 'p' && kind !== 'c') throw new CommandFailure('Вид: p или c');
      await endCode(db, kind, code);
      out.line('Код отключён.');
    },
  },
];

function describe(code: CodeRow): string {
  const until = code.ends_at ? `  до ${formatDate(code.ends_at, 'Europe/Moscow')}` : '';
  const where =
    code.kind === 'p'
      ? `товар ${code.product_id}${code.department_id_1c ? `, пункт ${code.department_id_1c}` : ''}`
      : `${code.target} (${[code.utm_source, code.utm_medium, code.utm_campaign].filter(Boolean).join(' / ')})`;
  return `/qr/${code.kind}/${code.code}/  ${where}${until}  ${code.note}`.trimEnd();
}

async function checkPoint(db: Db, id_1c: string): Promise<void> {
  const known = await departmentDirectory(db);
  if (!known.some((department) => department.id_1c === id_1c)) throw new CommandFailure(`Пункта ${id_1c} нет`);
}
