import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import { type GroupView, mapGroup, readGroups } from '#integrations/onec/map-group.ts';
import { readWaiting } from '#integrations/onec/waiting.ts';
import { countOf } from '#shared/plurals.ts';
import { type Command, CommandFailure, json, type Out, textOf } from './command.ts';

const remove = { type: 'boolean', summary: 'убрать правило: дальше так, как говорит 1С' } as const;

/** The owner's rules for what 1C sends, and what waits for one. */
export const commands: Command[] = [
  {
    name: 'onec map unknown',
    summary: 'что прислала 1С, а магазин не знает, куда это отнести',
    options: { json },
    async run({ db, args: { values }, out }) {
      const waiting = await readWaiting(db);
      if (values.json) return out.json(waiting);
      const { price_types, warehouses, groups, goods_without_group } = waiting;
      const lines = [
        ...price_types.map(({ id, name, currency, is_foreign }) =>
          is_foreign
            ? `вид цены «${name || id}»: валюта «${currency}», цены не показываются как рубли`
            : `вид цены «${name || id}»: onec map --price-type '${name || id}' --column КОЛОНКА`,
        ),
        ...warehouses.map(
          ({ id, name }) => `склад «${name || id}»: onec map --warehouse '${name || id}' --store СКЛАД`,
        ),
        ...groups.map(
          ({ id, goods }) =>
            `группа ${id}, которой 1С не описала (${countOf(goods, 'товар', 'товара', 'товаров')}): onec map group '${id}'`,
        ),
      ];
      if (goods_without_group > 0)
        lines.push(
          `в «Прочих товарах» без группы ${countOf(goods_without_group, 'товар', 'товара', 'товаров')}: onec map group none`,
        );
      for (const line of lines) out.line(line);
      if (lines.length === 0) out.line('Всё, что прислала 1С, разложено.');
    },
  },
  {
    name: 'onec map groups',
    summary: 'группы 1С и правила для них',
    options: { ruled: { type: 'boolean', summary: 'только с правилом' }, json },
    async run({ url, args: { values }, out }) {
      const groups = (await readGroups(url)).filter(({ rule }) => rule !== null || !values.ruled);
      if (values.json) return out.json(groups);
      for (const group of groups) out.line(groupLine(group));
      if (groups.length === 0) out.line(values.ruled ? 'Правил для групп нет.' : '1С групп не присылала.');
    },
  },
  {
    name: 'onec map group',
    summary: 'правило для группы 1С и всего, что под ней: скрыть или отнести в раздел',
    parameters: [{ name: 'ГРУППА', summary: 'Ид или наименование группы; none — товары без группы' }],
    options: {
      hide: { type: 'boolean', summary: 'не продавать ничего из этой группы' },
      category: { type: 'string', value: 'КОД', summary: 'товары группы стоят в этом разделе' },
      remove,
    },
    async run({ url, args: { positionals, values }, out }) {
      const group = positionals[0] ?? '';
      const category = textOf(values.category);
      one(values, ['hide', 'category', 'remove']);
      const rule = category === undefined ? (values.hide ? ('hidden' as const) : null) : { category };
      told(out, await mapping(() => mapGroup(url, { group, rule }, out.progress)));
    },
  },
];

function groupLine({ id, path, off, code, rule, target }: GroupView): string {
  const ruled = rule === 'hidden' ? 'СКРЫТА' : rule === 'moved' ? `в разделе ${target}` : null;
  return [path, id, off ? '1С её больше не присылает' : code, ruled].filter(Boolean).join('  ');
}

/** Exactly one of these options. */
function one(values: Record<string, string | boolean | undefined>, names: string[]): void {
  const given = names.filter((name) => values[name] !== undefined && values[name] !== false);
  if (given.length !== 1) throw new CommandFailure(`Укажите одно из: ${names.map((name) => `--${name}`).join(', ')}`);
}

/** What the rule came to. */
function told(out: Out, counts: { created: number; changed: number; switched_off: number }): void {
  const words = [
    counts.created > 0 && `новых ${counts.created}`,
    counts.changed > 0 && `изменено ${counts.changed}`,
    counts.switched_off > 0 && `снято с продажи ${counts.switched_off}`,
  ].filter(Boolean);
  out.line(`Сохранено. Товары: ${words.join(', ') || 'без изменений'}.`);
}

async function mapping<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileRefusal) throw new CommandFailure(`Не сделано: ${error.message}`);
    throw error;
  }
}
