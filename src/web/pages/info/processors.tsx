import type { Processor } from '#integrations/processor.ts';
import { unbroken } from '#shared/unbroken.ts';
import { ScrolledTable } from './scrolled-table.tsx';

/** Who gets data of buyers beside the shop: the partners that are connected now, in their own words. */
export function Processors({ processors }: { processors: Processor[] }) {
  return (
    <section className="prose" aria-labelledby="processors">
      <h2 id="processors">Сервисы, которым передаются данные</h2>
      {processors.length === 0 ? (
        <p>
          Сейчас к магазину не подключены сервисы, которые получают данные покупателей. Если магазин подключит оплату на
          сайте, вход через Яндекс ID или счётчик посещений, они будут названы здесь.
        </p>
      ) : (
        <ScrolledTable
          label="Таблица сервисов"
          columns={['Сервис', 'Что получает', 'Зачем']}
          rows={processors.map(({ name, gets, purpose }) => ({
            key: `${name} ${purpose}`,
            cells: [name, gets, purpose].map((words) => unbroken(words)),
          }))}
        />
      )}
    </section>
  );
}
