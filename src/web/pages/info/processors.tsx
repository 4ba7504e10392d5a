import type { Processor } from '#integrations/processor.ts';
import { unbroken } from '#shared/unbroken.ts';

/** Who gets data of buyers beside the shop: the partners that are connected now, in their own words. */
export function Processors({ processors }: { processors: Processor[] }) {
  return (
    <section className="prose" aria-labelledby="processors">
      <h2 id="processors">Сервисы, которым передаются данные</h2>
      {processors.length === 0 ? (
        <p>Сейчас к магазину не подключены сервисы, которые получают данные покупателей.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box is reached by keyboard
        <section className="info__scroll" tabIndex={0} aria-label="Таблица сервисов">
          <table>
            <thead>
              <tr>
                <th scope="col">Сервис</th>
                <th scope="col">Что получает</th>
                <th scope="col">Зачем</th>
              </tr>
            </thead>
            <tbody>
              {processors.map(({ name, gets, purpose }) => (
                <tr key={`${name} ${purpose}`}>
                  <td data-name="Сервис">{unbroken(name)}</td>
                  <td data-name="Что получает">{unbroken(gets)}</td>
                  <td data-name="Зачем">{unbroken(purpose)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
