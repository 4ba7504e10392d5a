import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import { type GroupView, mapGroup, readGroups } from '#integrations/onec/map-group.ts';
import {
  AttributeRule,
  mapProperty,
  mapValue,
  type PropertyView,
  readProperties,
} from '#integrations/onec/map-property.ts';
import { mapGoodUnit, mapUnit, readUnitRules } from '#integrations/onec/map-unit.ts';
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
      const { price_types, warehouses, groups, properties, requisites, units, goods_without_group } = waiting;
      // Two bases may use one name, or one id, for different things.
      const ofNode = (node: string | null) => (node === null ? '' : ` --node ${node}`);
      const goodsOf = (goods: number) => countOf(goods, 'товар', 'товара', 'товаров');
      const lines = [
        ...price_types.map(({ id, name, currency, is_foreign, node }) =>
          is_foreign
            ? `вид цены «${name || id}»: валюта «${currency}», цены не показываются как рубли`
            : `вид цены «${name || id}»: onec map${ofNode(node)} --price-type '${name || id}' --column КОЛОНКА`,
        ),
        ...warehouses.map(
          ({ id, name, node }) =>
            `склад «${name || id}»: onec map${ofNode(node)} --warehouse '${name || id}' --store СКЛАД`,
        ),
        ...groups.map(
          ({ id, goods }) => `группа ${id}, которой 1С не описала (${goodsOf(goods)}): onec map group '${id}'`,
        ),
        ...properties.map(
          ({ id, goods }) =>
            `свойство ${id}, которого 1С не описала (${goodsOf(goods)}): включите в 1С выгрузку свойств`,
        ),
        ...requisites.map(
          ({ id, name, goods }) =>
            `реквизит «${name}» (${goodsOf(goods)}): onec map property '${id}' --show или --hide`,
        ),
        ...units.map(
          ({ name, goods }) =>
            `единица «${name}» (${goodsOf(goods)}): units set '${name}' или onec map unit '${name}' --as`,
        ),
      ];
      if (goods_without_group > 0)
        lines.push(`в «Прочих товарах» без группы ${goodsOf(goods_without_group)}: onec map group none`);
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
    changes: 'onec',
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
      reportCounts(out, await mapping(() => mapGroup(url, { group, rule }, out.progress)));
    },
  },
  {
    name: 'onec map properties',
    summary: 'свойства и характеристики 1С, их фильтры и правила',
    options: { ruled: { type: 'boolean', summary: 'только с правилом' }, json },
    async run({ url, args: { values }, out }) {
      const all = await readProperties(url);
      const properties = all.filter((one) => one.rule !== null || one.values.length > 0 || !values.ruled);
      if (values.json) return out.json(properties);
      for (const property of properties) for (const line of propertyLines(property)) out.line(line);
      if (properties.length === 0) out.line(values.ruled ? 'Правил для свойств нет.' : '1С свойств не присылала.');
    },
  },
  {
    name: 'onec map property',
    changes: 'onec',
    summary: 'правило для свойства 1С: скрыть, собрать в другое, назвать иначе, задать тип, единицу, фильтр, место',
    parameters: [{ name: 'СВОЙСТВО', summary: 'Ид или наименование; у характеристики #Размер, у реквизита =Вид' }],
    options: {
      show: { type: 'boolean', summary: 'показывать, как прислала 1С: для реквизита, который ждёт' },
      hide: { type: 'boolean', summary: 'не показывать' },
      into: { type: 'string', value: 'СВОЙСТВО', summary: 'его значения — значения этого свойства' },
      name: { type: 'string', value: 'НАЗВАНИЕ', summary: 'как оно называется в магазине' },
      type: { type: 'string', value: 'ТИП', summary: 'text, number, enum или boolean' },
      unit: { type: 'string', value: 'ЕДИНИЦА', summary: 'единица числа: мм' },
      group: { type: 'string', value: 'ГРУППА', summary: 'под каким заголовком стоит на странице товара' },
      filter: { type: 'string', value: 'ФИЛЬТР', summary: 'values, range или none' },
      position: { type: 'string', value: 'N', summary: 'место среди характеристик, меньшие выше' },
      remove,
    },
    async run({ url, args: { positionals, values }, out }) {
      const words = Object.fromEntries(
        Object.entries({
          name: values.name,
          type: values.type,
          unit: values.unit,
          group_name: values.group,
          filter: values.filter,
          position: values.position === undefined ? undefined : Number(values.position),
        }).filter(([, value]) => value !== undefined),
      );
      const into = textOf(values.into);
      const isAsSent = values.show || values.remove;
      const given = [values.show, values.hide, into, values.remove, Object.keys(words).length > 0].filter(Boolean);
      if (given.length !== 1)
        throw new CommandFailure(
          'Укажите что-то одно: --show, --hide, --into, --remove или то, что изменить в свойстве',
        );
      const parsed = AttributeRule.safeParse(words);
      if (!parsed.success) throw new CommandFailure(parsed.error.issues.map(({ message }) => message).join('\n'));
      const rule = values.hide ? 'hidden' : into !== undefined ? { into } : isAsSent ? null : parsed.data;
      reportCounts(out, await mapping(() => mapProperty(url, { property: positionals[0] ?? '', rule }, out.progress)));
    },
  },
  {
    name: 'onec map value',
    changes: 'onec',
    summary: 'правило для значения свойства 1С: показывать иначе или не показывать',
    parameters: [
      { name: 'СВОЙСТВО', summary: 'Ид или наименование' },
      { name: 'ЗНАЧЕНИЕ', summary: 'как его пишет 1С; большие и малые буквы не различаются' },
    ],
    options: {
      as: { type: 'string', value: 'ЗНАЧЕНИЕ', summary: 'что показывать вместо него' },
      hide: { type: 'boolean', summary: 'не показывать' },
      remove,
    },
    async run({ url, args: { positionals, values }, out }) {
      one(values, ['as', 'hide', 'remove']);
      const [property = '', value = ''] = positionals;
      const shown = values.hide ? null : values.remove ? undefined : String(values.as);
      reportCounts(out, await mapping(() => mapValue(url, { property, value, shown }, out.progress)));
    },
  },
  {
    name: 'onec map units',
    summary: 'правила для единиц 1С и чем продают отдельные товары',
    options: { json },
    async run({ url, args: { values }, out }) {
      const rules = await readUnitRules(url);
      if (values.json) return out.json(rules);
      for (const { name, unit, is_sold } of rules.units)
        out.line(
          [name, name === unit ? null : `в магазине ${unit}`, is_sold ? null : 'не продаётся']
            .filter(Boolean)
            .join('  '),
        );
      for (const { id, name, base_unit, unit, coefficient } of rules.goods)
        out.line(`${name} (${id}): 1 ${unit} = ${coefficient} ${base_unit}`);
      if (rules.units.length + rules.goods.length === 0) out.line('Правил для единиц нет.');
    },
  },
  {
    name: 'onec map unit',
    changes: 'onec',
    summary: 'правило для единицы 1С: как её называть, продают ли ею; или чем продавать один товар',
    parameters: [{ name: 'ЕДИНИЦА', summary: 'как её называет магазин (units list); с --good — чем продавать товар' }],
    options: {
      as: { type: 'string', value: 'ЕДИНИЦА', summary: 'как называть её в магазине' },
      'not-sold': { type: 'boolean', summary: 'не продавать ею, хотя 1С в неё пересчитывает (паллета)' },
      good: { type: 'string', value: 'ТОВАР', summary: 'Ид, код или артикул товара, который 1С не пересчитывает' },
      coefficient: { type: 'string', value: 'N', summary: 'сколько единиц, в которых считает 1С, в одной проданной' },
      remove,
    },
    async run({ url, args: { positionals, values }, out }) {
      const [name = ''] = positionals;
      const good = textOf(values.good);
      const coefficient = textOf(values.coefficient);
      if (good !== undefined) {
        one(values, ['coefficient', 'remove']);
        const rule = coefficient === undefined ? null : { unit: name, coefficient };
        return reportCounts(out, await mapping(() => mapGoodUnit(url, { good, rule }, out.progress)));
      }
      const isRule = values.as !== undefined || Boolean(values['not-sold']);
      if (isRule === Boolean(values.remove) || coefficient !== undefined)
        throw new CommandFailure('Укажите --as и --not-sold, или --remove, или --good с --coefficient');
      const rule = isRule ? { unit: textOf(values.as) ?? name, is_sold: !values['not-sold'] } : null;
      reportCounts(out, await mapping(() => mapUnit(url, { name, rule }, out.progress)));
    },
  },
];

function propertyLines({ id, name, attribute, rule, values }: PropertyView): string[] {
  const unit = attribute.unit === null ? '' : `, ${attribute.unit}`;
  const shown = `${attribute.name}${unit}; ${attribute.type}; фильтр ${attribute.filter ?? 'none'}; ${attribute.group_name}`;
  const words = rule === 'hidden' ? 'СКРЫТО' : rule === 'changed' ? `${shown}; изменено` : shown;
  const into = rule !== null && typeof rule === 'object' ? `собрано в «${rule.into}»` : words;
  return [
    [name || id, id, into].join('  '),
    ...values.map(({ value, shown }) => `  ${value} → ${shown ?? 'не показывается'}`),
  ];
}

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
function reportCounts(out: Out, counts: { created: number; changed: number; switched_off: number }): void {
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
