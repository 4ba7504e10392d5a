import {
  activateCompany,
  type CompanyRow,
  changeCompany,
  dropMember,
  listCompanies,
  putMember,
  suspendCompany,
} from '#modules/accounts/company-management.ts';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { formatDate } from '#shared/dates.ts';
import { type Command, CommandFailure, json } from './command.ts';

const inn = { name: 'ИНН', summary: 'ИНН организации' };
const email = { name: 'ПОЧТА', summary: 'с этим подтверждённым адресом человек входит на сайт' };

/** Business buyers: their firms, people and prices. */
export const commands: Command[] = [
  {
    name: 'company list',
    summary: 'организации: сначала те, что ждут проверки; их люди и просьбы присоединиться',
    options: { json },
    async run({ db, args: { values }, out }) {
      const companies = await listCompanies(db);
      if (values.json) return out.json(companies);
      if (companies.length === 0) return out.line('Организаций нет.');
      for (const company of companies) for (const line of described(company)) out.line(line);
    },
  },
  {
    name: 'company activate',
    changes: 'companies',
    summary: 'организация проверена: открыть ей цены для бизнеса и написать владельцу',
    parameters: [inn],
    options: {
      column: {
        type: 'string',
        value: 'КОЛОНКА',
        summary: 'колонка цен; не указана — колонка для бизнеса каждого филиала',
      },
      owner: {
        type: 'string',
        value: 'ПОЧТА',
        summary: 'кто на самом деле представляет организацию; нужно, когда претендует не один человек',
      },
    },
    async run({ db, args: { positionals, values }, out }) {
      const given = {
        ...(values.column !== undefined && { price_column: String(values.column) || null }),
        ...(values.owner !== undefined && { owner: String(values.owner) }),
      };
      await db
        .transaction()
        .execute((db) => activateCompany(db, positionals[0] ?? '', given))
        .catch(namingOwner);
      await show(db, positionals[0] ?? '', out.line);
    },
  },
  {
    name: 'company set',
    changes: 'companies',
    summary: 'исправить данные организации; не названные остаются прежними',
    parameters: [inn],
    options: {
      name: { type: 'string', value: 'НАЗВАНИЕ', summary: 'название, как в документах' },
      kpp: { type: 'string', value: 'КПП', summary: 'у предпринимателя — пустая строка' },
      ogrn: { type: 'string', value: 'ОГРН', summary: 'ОГРН или ОГРНИП' },
      address: { type: 'string', value: 'АДРЕС', summary: 'юридический адрес' },
      contract: { type: 'string', value: 'ДОГОВОР', summary: 'номер и дата договора' },
      manager: { type: 'string', value: 'ИМЯ', summary: 'кто в магазине ведёт организацию; пустая строка — никто' },
      phone: { type: 'string', value: 'ТЕЛЕФОН', summary: 'телефон этого менеджера', default: '' },
      email: { type: 'string', value: 'ПОЧТА', summary: 'почта этого менеджера', default: '' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const { address, manager, phone, email, ...others } = values;
      const given = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
      const legal = address === undefined ? {} : { legal_address: String(address) };
      const led =
        manager === undefined ? {} : { manager: { name: String(manager), phone: String(phone), email: String(email) } };
      await db.transaction().execute((db) => changeCompany(db, positionals[0] ?? '', { ...given, ...legal, ...led }));
      await show(db, positionals[0] ?? '', out.line);
    },
  },
  {
    name: 'company suspend',
    changes: 'companies',
    summary: 'закрыть организации цены для бизнеса и отсрочку; заказы и документы остаются',
    parameters: [inn],
    async run({ db, args: { positionals }, out }) {
      await db.transaction().execute((db) => suspendCompany(db, positionals[0] ?? ''));
      await show(db, positionals[0] ?? '', out.line);
    },
  },
  {
    name: 'company member add',
    changes: 'companies',
    summary: 'добавить человека в организацию или сменить его роль',
    parameters: [inn, email],
    options: { role: { type: 'string', value: 'РОЛЬ', summary: 'owner, purchaser, accountant', default: 'purchaser' } },
    async run({ db, args: { positionals, values }, out }) {
      const { role } = values;
      if (typeof role !== 'string' || !Object.hasOwn(companyRoleWords, role))
        throw new CommandFailure('Роль: owner, purchaser или accountant');
      await db
        .transaction()
        .execute((db) => putMember(db, positionals[0] ?? '', positionals[1] ?? '', role as CompanyRole));
      await show(db, positionals[0] ?? '', out.line);
    },
  },
  {
    name: 'company member remove',
    changes: 'companies',
    summary: 'убрать человека из организации',
    parameters: [inn, email],
    async run({ db, args: { positionals }, out }) {
      await db.transaction().execute((db) => dropMember(db, positionals[0] ?? '', positionals[1] ?? ''));
      await show(db, positionals[0] ?? '', out.line);
    },
  },
];

/** Who represents the firm is said by an option of the command. */
function namingOwner(error: unknown): never {
  const isAboutOwner = error instanceof Refusal && Object.hasOwn((error.details.fields ?? {}) as object, 'owner');
  throw isAboutOwner ? new CommandFailure(`${error.message}: --owner ПОЧТА`) : error;
}

async function show(db: Db, inn: string, line: (text: string) => void): Promise<void> {
  for (const company of await listCompanies(db, inn)) for (const text of described(company)) line(text);
}

function described(company: CompanyRow): string[] {
  const { inn, name, activated_at, suspended_at, price_column, members, requests } = company;
  const state = activated_at
    ? `проверена ${formatDate(activated_at)}, цены: ${price_column ?? 'колонка для бизнеса филиала'}`
    : suspended_at
      ? `приостановлена ${formatDate(suspended_at)}`
      : 'ждёт проверки';
  return [
    `${inn}  ${name}: ${state}`,
    ...members.map(
      ({ email, full_name, role }) => `    ${companyRoleWords[role].name}: ${full_name}, ${email ?? 'без почты'}`,
    ),
    ...requests.map(({ email, full_name }) => `    просит присоединиться: ${full_name}, ${email ?? 'без почты'}`),
  ];
}
