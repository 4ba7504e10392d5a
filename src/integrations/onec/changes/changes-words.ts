import { formatCount } from '#shared/plurals.ts';
import { moveSteps, type PackageChanges } from './compare.ts';

/** What a package changes, as rows of a table: what, and how much of it. Nothing that stays as it is. */
export function changeRows({ goods, prices, stock, groups }: PackageChanges): { name: string; value: string }[] {
  const rows: [string, number][] = [
    ['Новые товары', goods.created],
    ['Изменённые товары', goods.changed],
    ['— выключаются', goods.switched_off],
    ['— включаются снова', goods.switched_on],
    ['— переходят в другие группы', goods.moved],
    ['— меняют название', goods.renamed],
    ['— меняют единицу или коэффициент', goods.units_changed],
    ['Цены появляются', prices.appeared],
    ['Цены пропадают', prices.gone],
    ...(['up', 'down'] as const).flatMap((way): [string, number][] => {
      const verb = way === 'up' ? 'растут' : 'падают';
      return [
        ...moveSteps.map((step, at): [string, number] => [
          `Цены ${verb} ${at === 0 ? 'не больше чем на ' : `на ${moveSteps[at - 1]}–`}${step} %`,
          prices[way][`to_${step}`],
        ]),
        [`Цены ${verb} больше чем на ${moveSteps.at(-1)} %`, prices[way].more],
      ];
    }),
    ['Старые (зачёркнутые) цены меняются', prices.old_changed],
    ['Остатки меняются', stock.changed],
    ['— товары, которых не остаётся нигде', stock.to_zero],
    ['Новые группы', groups.created],
    ['Группы меняют название', groups.renamed],
    ['Группы переходят в другие', groups.moved],
    ['Группы выключаются', groups.switched_off],
    ['Группы включаются снова', groups.switched_on],
  ];
  return rows.filter(([, count]) => count > 0).map(([name, count]) => ({ name, value: formatCount(count) }));
}

/** The table as lines of text; says so when nothing changes. */
export function changeLines(changes: PackageChanges): string[] {
  const rows = changeRows(changes);
  if (rows.length === 0) return ['В магазине ничего не меняется'];
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, value }) => `${name.padEnd(width)}  ${value}`);
}
