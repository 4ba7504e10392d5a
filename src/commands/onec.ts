import { mapPriceType, mapWarehouse, readMapping } from '#integrations/onec/change-mapping.ts';
import { nodeId } from '#integrations/onec/exchange/nodes.ts';
import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import type { Db } from '#platform/database.ts';
import { type Command, CommandFailure, refusing, textOf } from './command.ts';

export const commands: Command[] = [
  {
    name: 'onec map',
    changes: 'onec',
    isChange: (values) => values['price-type'] !== undefined || values.warehouse !== undefined,
    summary:
      'какой вид цены 1С наполняет какую колонку цен, какой склад 1С — какой склад магазина; показать или изменить',
    options: {
      node: { type: 'string', value: 'ИМЯ', summary: 'чей вид цены или склад: узел обмена; none — принятые командой' },
      'price-type': { type: 'string', value: 'ВИД', summary: 'вид цены 1С: Ид или наименование' },
      column: { type: 'string', value: 'КОЛОНКА', summary: 'колонка цен магазина; none отключает' },
      old: { type: 'boolean', summary: 'это старая (зачёркнутая) цена колонки' },
      warehouse: { type: 'string', value: 'СКЛАД', summary: 'склад 1С: Ид или наименование' },
      store: { type: 'string', value: 'STORE', summary: 'склад магазина (store12); none отключает' },
    },
    async run({ db, url, args: { values }, out }) {
      const { 'price-type': type, column, warehouse, store, old } = values;
      const node_id = await readNode(db, textOf(values.node));
      try {
        if (typeof type === 'string') {
          if (typeof column !== 'string')
            throw new CommandFailure('Укажите колонку: --column КОЛОНКА или --column none');
          const price_column = column === 'none' ? null : column;
          const target = old ? 'old_price' : 'price';
          await mapPriceType(url, { node_id, type, price_column, target }, out.progress);
        } else if (typeof warehouse === 'string') {
          if (typeof store !== 'string')
            throw new CommandFailure('Укажите склад магазина: --store STORE или --store none');
          await mapWarehouse(url, { node_id, warehouse, store: store === 'none' ? null : store }, out.progress);
        } else if (column !== undefined || store !== undefined) {
          throw new CommandFailure('Укажите, что сопоставить: --price-type ВИД или --warehouse СКЛАД');
        }
        out.json(await readMapping(url));
      } catch (error) {
        if (error instanceof FileRefusal) throw new CommandFailure(`Не сделано: ${error.message}`);
        throw error;
      }
    },
  },
];

/** undefined: of whichever node has it. */
async function readNode(db: Db, login: string | undefined): Promise<number | null | undefined> {
  if (login === undefined) return undefined;
  return login === 'none' ? null : refusing(() => nodeId(db, login), `Узла обмена ${login} нет`);
}
