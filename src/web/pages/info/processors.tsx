import type { Processor } from '#integrations/processor.ts';
import { unbroken } from '#shared/unbroken.ts';
import { ScrolledTable } from './scrolled-table.tsx';

type ProcessorsProps = {
  processors: Processor[];
  /** The shop plays the payment itself: no bank is asked. */
  isPaymentPlayed: boolean;
};

/** Who gets data of buyers beside the shop: the partners that are connected now, in their own words. */
export function Processors({ processors, isPaymentPlayed }: ProcessorsProps) {
  return (
    <section className="prose" aria-labelledby="processors">
      <h2 id="processors">Сервисы, которым передаются данные</h2>
      {isPaymentPlayed ? (
        <p>Оплата на сайте демонстрационная: деньги не списываются, банк и платёжные сервисы ничего не получают.</p>
      ) : null}
      {processors.length === 0 ? (
        <p>
          Сейчас к магазину не подключены сервисы, которые получают данные покупателей. Каждый подключённый сервис
          магазин назовёт здесь: что он получает и зачем.
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
