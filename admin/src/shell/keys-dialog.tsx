import { Dialog } from '../parts/dialog.tsx';
import { useSections } from './use-sections.ts';

type Keys = [combination: string[], what: string][];

const keys: Keys = [
  [['Ctrl', 'K'], 'Найти заказ, покупателя, товар или экран'],
  [['/'], 'Перейти к полю фильтра'],
  [['J'], 'Следующая строка списка'],
  [['K'], 'Предыдущая строка списка'],
  [['Enter'], 'Открыть строку'],
  [['Space'], 'Отметить строку'],
  [['Ctrl', 'S'], 'Сохранить запись'],
  [['Esc'], 'Закрыть окно'],
  [['?'], 'Этот список'],
];

/** Keys of single screens, by the key of their section: whoever does not see it does not need them. */
const ofSections: Record<string, Keys> = {
  orders: [
    [['→'], 'Доска заказов: перевести карточку дальше'],
    [['M'], 'Доска заказов: выбрать, куда перевести'],
  ],
  requests: [
    [['A'], 'Отзывы и вопросы: опубликовать'],
    [['R'], 'Обращения, отзывы, вопросы: ответить'],
    [['D'], 'Отзывы и вопросы: отклонить; обращения: закрыть'],
  ],
  prices: [
    [['Ctrl', 'D'], 'Лист цен или товаров: заполнить вниз'],
    [['Ctrl', 'Z'], 'Лист цен или товаров: шаг назад'],
  ],
  search: [
    [['A'], 'Не нашли: сохранить правило'],
    [['N'], 'Не нашли: не продаём'],
    [['H'], 'Не нашли: скрыть'],
  ],
};

/** Which keys do what. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const seen = useSections();
  const sections = seen.flatMap(
    ({ key_letter: letter, label }): Keys => (letter ? [[['G', letter], `Раздел «${label}»`]] : []),
  );
  const own = [...sections, ...seen.flatMap(({ key }) => ofSections[key] ?? [])];
  return (
    <Dialog title="Клавиши" onClose={onClose}>
      <dl className="keys">
        {[...keys, ...own].map(([combination, what]) => (
          <div key={what}>
            <dt>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">Клавиши с буквами работают и при русской раскладке.</p>
    </Dialog>
  );
}
