import { Dialog } from '../parts/dialog.tsx';
import { useSections } from './use-sections.ts';

const keys: [combination: string[], what: string][] = [
  [['Ctrl', 'K'], 'Найти заказ, покупателя, товар или экран'],
  [['/'], 'Перейти к полю фильтра'],
  [['J'], 'Следующая строка списка'],
  [['K'], 'Предыдущая строка списка'],
  [['Enter'], 'Открыть строку'],
  [['Space'], 'Отметить строку'],
  [['Esc'], 'Закрыть окно'],
  [['?'], 'Этот список'],
];

/** Which keys do what. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const own = useSections().flatMap(({ key_letter: letter, label }): typeof keys =>
    letter ? [[['G', letter], `Раздел «${label}»`]] : [],
  );
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
