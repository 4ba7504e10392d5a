import { openKeptPackage } from '#integrations/onec/exchange/import-received.ts';
import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import { openPackage } from '#integrations/onec/open-package.ts';
import { type RekeyPlan, rekeyGoods } from '#integrations/onec/rekey.ts';
import { lowerPriority } from '#platform/lower-priority.ts';
import { type Command, CommandFailure, givenPath, json, type Out, textOf } from './command.ts';

/** A base of 1C that was filled again. */
export const commands: Command[] = [
  {
    name: 'onec rekey',
    changes: 'onec',
    isChange: ({ apply }) => apply === true,
    summary: 'базу 1С завели заново, Ид новые: узнать прежние товары по артикулу или штрихкоду',
    parameters: [{ name: 'PATH', summary: 'выгрузка новой базы: файл XML, папка или архив zip', optional: true }],
    options: {
      package: { type: 'string', value: 'НОМЕР', summary: 'вместо PATH: пакет, который ждёт решения в магазине' },
      by: { type: 'string', value: 'article|barcode', summary: 'по чему узнавать' },
      apply: { type: 'boolean', summary: 'сделать; без этого только показать' },
      json,
    },
    async run({ db, url, config, args: { positionals, values }, out }) {
      const path = (positionals[0] ?? '').trim();
      const typed = textOf(values.package);
      if ((path === '') === (typed === undefined)) throw new CommandFailure('Укажите PATH или --package НОМЕР');
      if (values.by !== 'article' && values.by !== 'barcode') throw new CommandFailure('--by: article или barcode');
      const package_id = typed !== undefined && /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
      lowerPriority();
      const open = () =>
        typed === undefined
          ? openPackage(givenPath(path))
          : openKeptPackage(db, config.DATA_DIR, package_id, out.progress);
      try {
        const plan = await rekeyGoods(url, { open, by: values.by, applies: Boolean(values.apply) }, out.progress);
        if (values.json) out.json(plan);
        else showPlan(out, plan, Boolean(values.apply));
      } catch (error) {
        if (error instanceof FileRefusal) throw new CommandFailure(`Не сделано: ${error.message}`);
        throw error;
      }
    },
  },
];

function showPlan(out: Out, plan: RekeyPlan, isDone: boolean): void {
  const { goods, pairs, ambiguous, only_new, only_old, groups, properties, price_types, warehouses } = plan;
  for (const { key, id, new_id, name, new_name } of pairs)
    out.line(
      `${key}: «${name}» ${id} → ${new_id}${name.toLowerCase() === new_name.toLowerCase() ? '' : ` «${new_name}»`}`,
    );
  if (goods > pairs.length) out.line(`и ещё ${goods - pairs.length}`);
  for (const { key, ids, new_ids } of ambiguous)
    out.line(`${key}: не один товар, останутся врозь (в магазине ${ids.join(', ')}; в пакете ${new_ids.join(', ')})`);
  out.line(
    `Узнано товаров: ${goods}. Групп: ${groups}, свойств: ${properties}, видов цен: ${price_types}, складов: ${warehouses}.`,
  );
  out.line(`Новых товаров будет: ${only_new}. В пакете нет товаров магазина: ${only_old}.`);
  out.line(
    isDone ? 'Сделано. Теперь примите пакет новой базы.' : 'Это репетиция, ничего не изменено. Сделать: --apply',
  );
}
