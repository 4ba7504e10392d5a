import { readBranchDetails, saveBranchDetails } from '#modules/documents/bank-details.ts';
import { readRequisites, SellerRequisites, setRequisites } from '#modules/documents/seller-requisites.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Command, CommandFailure } from './command.ts';
import { findBranch } from './find-branch.ts';

const summaries: Record<keyof SellerRequisites, string> = {
  name: 'название продавца, как в документах',
  inn: 'ИНН',
  kpp: 'КПП; у предпринимателя — пустая строка',
  ogrn: 'ОГРН или ОГРНИП',
  address: 'юридический адрес',
  bank_name: 'банк и его город, до 45 знаков',
  bik: 'БИК',
  account: 'расчётный счёт',
  correspondent_account: 'корреспондентский счёт',
  director_post: 'должность того, кто подписывает',
  director_name: 'кто подписывает: фамилия и инициалы',
  accountant_name: 'главный бухгалтер: фамилия и инициалы',
  phone: 'телефон бухгалтерии',
  paper_index: 'индекс подразделения в номере УПД: «3» — № 12/3; только у филиала',
  is_vat_payer: 'платит ли продавец НДС: yes или no; no — документы и чеки без НДС, УПД со статусом 2',
};

const branch = {
  type: 'string',
  value: 'ФИЛИАЛ',
  summary: 'id_1c, метка домена или город; не указан — общие реквизиты магазина',
} as const;

/** What papers say of the seller: the shop's requisites, and those of a branch that has its own. */
export const commands: Command[] = [
  {
    name: 'requisites show',
    summary: 'реквизиты продавца, с которыми выпускаются счета и УПД',
    options: { branch },
    async run({ db, args: { values }, out }) {
      out.json(await readRequisites(db, await branchOf(db, values.branch)));
    },
  },
  {
    name: 'requisites set',
    changes: 'requisites',
    summary: 'задать реквизиты продавца; не названные остаются прежними, выпущенные документы не меняются',
    options: {
      branch,
      ...Object.fromEntries(
        Object.entries(summaries).map(([name, summary]) => [
          name.replaceAll('_', '-'),
          { type: 'string', value: 'ЗНАЧЕНИЕ', summary } as const,
        ]),
      ),
    },
    async run({ db, args: { values }, out }) {
      const id = await branchOf(db, values.branch);
      const typed = Object.fromEntries(
        Object.keys(summaries).flatMap((name) => {
          const value = values[name.replaceAll('_', '-')];
          return value === undefined ? [] : [[name, name === 'is_vat_payer' ? yesOrNo(value) : String(value) || null]];
        }),
      );
      const foreign = Object.keys(typed).filter((name) => (id === null ? ofBranches : ofShop).includes(name));
      if (foreign.length > 0)
        throw new CommandFailure(
          `${id === null ? 'Только у филиала' : 'Только общее для магазина'}: ${foreign.map((name) => name.replaceAll('_', '-')).join(', ')}`,
        );
      await db.transaction().execute((db) => save(db, id, typed));
      out.json(await readRequisites(db, id));
    },
  },
  {
    name: 'requisites drop',
    changes: 'requisites',
    summary: 'филиал работает по общим реквизитам магазина',
    parameters: [{ name: 'ФИЛИАЛ', summary: 'id_1c, метка домена или город' }],
    async run({ db, args: { positionals }, out }) {
      const { id_1c } = await findBranch(db, positionals[0] ?? '');
      await saveBranchDetails(db, id_1c, null);
      out.json(await readRequisites(db, id_1c));
    },
  },
];

const ofBranches = ['paper_index'];
const ofShop = ['name', 'inn', 'ogrn', 'is_vat_payer'];
const empty = {
  kpp: null,
  director_post: 'Генеральный директор',
  director_name: '',
  accountant_name: '',
  phone: '',
};

async function branchOf(db: Db, typed: unknown): Promise<string | null> {
  return typeof typed === 'string' ? (await findBranch(db, typed)).id_1c : null;
}

async function save(db: Db, id: string | null, typed: Record<string, unknown>): Promise<void> {
  if (id !== null) {
    const before = (await readBranchDetails(db, id)) ?? (await readRequisites(db, null));
    return saveBranchDetails(db, id, filled({ ...before, ...typed })).catch(namingFields);
  }
  const parsed = SellerRequisites.safeParse(filled({ ...empty, ...(await readRequisites(db, null)), ...typed }));
  if (!parsed.success)
    throw notSaved(parsed.error.issues.map(({ path, message }): [string, string] => [String(path[0]), message]));
  await setRequisites(db, parsed.data);
}

/** Only КПП and the index may be absent; the rest is empty. */
function filled(given: Record<string, unknown>): SellerRequisites {
  const fields = Object.entries(given).map(([name, value]) => [
    name,
    name === 'kpp' || name === 'paper_index' ? value || null : (value ?? ''),
  ]);
  return Object.fromEntries(fields);
}

function namingFields(error: unknown): never {
  const fields = error instanceof Refusal ? error.details.fields : null;
  throw fields ? notSaved(Object.entries(fields as Record<string, string>)) : error;
}

function notSaved(problems: [name: string, message: string][]): CommandFailure {
  const lines = problems.map(([name, message]) => `  ${name.replaceAll('_', '-')}: ${message}`);
  return new CommandFailure(`Реквизиты не сохранены:\n${lines.join('\n')}`);
}

/** What is neither stays as typed, and the schema refuses it. */
function yesOrNo(value: unknown): unknown {
  return value === 'yes' ? true : value === 'no' ? false : value;
}
