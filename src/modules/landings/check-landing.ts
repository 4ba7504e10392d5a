import type { Block } from '#modules/content/blocks-schema.ts';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { type Department, priceContextOf } from '#modules/departments/queries.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { countEmptyBranches } from '#modules/search/empty-lists.ts';
import type { Db } from '#platform/database.ts';
import { blockNames } from '#shared/block-names.ts';
import { formatDateTime } from '#shared/dates.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { seoLimits } from '#shared/seo-kinds.ts';
import { type NamedProduct, readNamedProducts } from './goods-of-landing.ts';

/** What is right or to be put right in a text; `block`: in which of its blocks, from 0. */
export type LandingCheck = { is_met: boolean; words: string; block: number | null };

export type CheckedText = {
  title: string;
  description: string;
  blocks: Block[];
  /** Whose text it is; null: of all branches. */
  department_id_1c: string | null;
  /** Of the landing page. */
  starts_at: Date | null;
  ends_at: Date | null;
};

/** Links of a text that lead nowhere, with what is wrong after «ведёт». Modules that know it stand above this one. */
export type DeadLinkOfText = { block: number; words: string };

/**
 * A text of a landing page as its readers will find it: goods in the catalogue and on sale in its branches, lists with
 * something in them, links, forms, dates and lengths. What is wrong comes first, block by block; what is right is said
 * in a line for each kind.
 */
export async function checkLanding(
  db: Db,
  text: CheckedText,
  deadLinks: DeadLinkOfText[],
  now = new Date(),
): Promise<LandingCheck[]> {
  const open = branchesOf(await departmentDirectory(db));
  const branches = text.department_id_1c === null ? open : open.filter(({ id_1c }) => id_1c === text.department_id_1c);
  const [goods, lists, forms] = await Promise.all([
    wrongGoods(db, text.blocks, branches),
    emptyLists(db, text.blocks, branches, now),
    closedForms(db, text.blocks, now),
  ]);
  const links = deadLinks.map(({ block, words }) => wrong(text.blocks, block, `ссылка ведёт ${words}`));
  const dates = wrongDates(text, now);
  const lengths = wrongLengths(text);
  const inBlocks = [...goods, ...lists, ...forms, ...links, ...dates.filter(({ block }) => block !== null)];
  const hasGoods = text.blocks.some((block) => codesOf(block).length > 0 || block.type === 'list');
  return [
    ...inBlocks.sort((a, b) => (a.block ?? 0) - (b.block ?? 0)),
    ...dates.filter(({ block }) => block === null),
    ...lengths,
    ...(hasGoods && goods.length + lists.length === 0 ? [right('Товары есть в каталоге и продаются')] : []),
    ...(links.length + forms.length === 0 ? [right('Ссылки и формы открываются, пока идёт показ')] : []),
    ...(dates.length === 0 ? [right('Сроки сходятся')] : []),
    ...(lengths.length === 0 ? [right('Заголовок и описание видны в поиске целиком')] : []),
  ];
}

function right(words: string): LandingCheck {
  return { is_met: true, words, block: null };
}

/** «Блок 2, «Товары»: …» */
function wrong(blocks: Block[], block: number, words: string): LandingCheck {
  const type = blocks[block]?.type;
  const name = type ? `, «${blockNames[type]}»` : '';
  return { is_met: false, words: `Блок ${block + 1}${name}: ${words}`, block };
}

async function wrongGoods(db: Db, blocks: Block[], branches: Department[]): Promise<LandingCheck[]> {
  const codes = [...new Set(blocks.flatMap(codesOf))];
  const known = await readNamedProducts(
    db,
    codes,
    branches.map(({ id_1c }) => id_1c),
  );
  const byCode = new Map(known.map((product) => [product.idcode, product]));
  return blocks.flatMap((block, at) =>
    codesOf(block).flatMap((code) => {
      const product = byCode.get(code);
      // Reviews of goods that are gone stay.
      const words = product ? wordsOf(product, branches.length, block.type !== 'reviews') : [];
      return words.map((one) => wrong(blocks, at, one));
    }),
  );
}

function codesOf(block: Block): string[] {
  if (block.type === 'products') return [...new Set([...block.idcodes, ...block.alternatives.flat()])];
  if (block.type === 'calculator') return [block.idcode];
  return block.type === 'reviews' ? block.idcodes : [];
}

function wordsOf(product: NamedProduct, branches: number, isSold: boolean): string[] {
  const { idcode, name, is_switched_off, without_price, sold_out } = product;
  if (name === null) return [`товара ${idcode} нет в каталоге`];
  if (!isSold) return [];
  if (is_switched_off) return [`товар «${name}» снят с продажи`];
  return [
    ...(without_price > 0 ? [`у товара «${name}» нет цены${inBranches(without_price, branches, noWhere)}`] : []),
    ...(sold_out > 0 ? [`товар «${name}» закончился${inBranches(sold_out, branches, 'во всех филиалах')}`] : []),
  ];
}

const noWhere = 'ни в одном филиале';

/** « в 3 из 12 филиалов», or how it is said of all; nothing where there is one. */
function inBranches(some: number, all: number, ofAll: string): string {
  if (all === 1) return '';
  if (some === all) return ` ${ofAll}`;
  return ` в ${formatCount(some)} из ${countOf(all, 'филиала', 'филиалов', 'филиалов')}`;
}

async function emptyLists(db: Db, blocks: Block[], branches: Department[], now: Date): Promise<LandingCheck[]> {
  const lists = blocks.flatMap((block, at) =>
    block.type === 'list' ? [{ at, listing: { ...block.listing, page: 1, limit: 1 } }] : [],
  );
  const listings = lists.map(({ listing }) => listing);
  const counts = await countEmptyBranches(db, branches.map(priceContextOf), listings, now);
  return lists.flatMap(({ at }, place) => {
    const empty = counts[place] ?? 0;
    return empty > 0 ? [wrong(blocks, at, `товаров нет${inBranches(empty, branches.length, noWhere)}`)] : [];
  });
}

async function closedForms(db: Db, blocks: Block[], now: Date): Promise<LandingCheck[]> {
  const found = blocks.map(async (block, at) =>
    block.type !== 'form' || (await findForm(db, block.code, now))
      ? []
      : [wrong(blocks, at, `формы «${block.code}» нет, или она закрыта`)],
  );
  return (await Promise.all(found)).flat();
}

function wrongDates({ blocks, starts_at, ends_at }: CheckedText, now: Date): LandingCheck[] {
  const timers = blocks.flatMap((block, at) => {
    if (block.type !== 'timer') return [];
    const until = new Date(block.ends_at);
    if (until <= now) return [wrong(blocks, at, `отсчёт уже кончился ${formatDateTime(until)}`)];
    if (starts_at && until <= starts_at)
      return [wrong(blocks, at, `отсчёт кончится раньше, чем начнётся показ: ${formatDateTime(starts_at)}`)];
    if (ends_at && until > ends_at)
      return [
        wrong(
          blocks,
          at,
          `отсчёт идёт до ${formatDateTime(until)}, а показ кончится раньше: ${formatDateTime(ends_at)}`,
        ),
      ];
    return [];
  });
  const isOver = ends_at && ends_at <= now;
  const over = `Показ кончился ${ends_at ? formatDateTime(ends_at) : ''}: текст увидят, когда дату «До» перенесут`;
  return [...timers, ...(isOver ? [{ is_met: false, words: over, block: null }] : [])];
}

function wrongLengths({ title, description }: CheckedText): LandingCheck[] {
  const signs = (text: string) => countOf(text.length, 'знак', 'знака', 'знаков');
  const words = [
    ...(title.length > seoLimits.title
      ? [`Заголовок — ${signs(title)}, в поиске видно ${formatCount(seoLimits.title)}`]
      : []),
    ...(description === '' ? ['Описания для поиска нет: поисковик возьмёт общий текст'] : []),
    ...(description.length > seoLimits.description
      ? [`Описание — ${signs(description)}, в поиске видно ${formatCount(seoLimits.description)}`]
      : []),
  ];
  return words.map((one) => ({ is_met: false, words: one, block: null }));
}
