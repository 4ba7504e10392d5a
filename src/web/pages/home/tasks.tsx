import { Link } from 'react-router';
import { completedOrdersUrl, contactsUrl, findOrderUrl, orderHelpUrl } from '#shared/urls.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Errands people come with, one press each. */
export function Tasks({ calculatorUrl }: { calculatorUrl: string | null }) {
  const tasks = [
    calculatorUrl
      ? (['calculate', 'calculator', 'Рассчитать материалы', 'Площадь → мешки и литры', calculatorUrl] as const)
      : (['points', 'store', 'Пункты выдачи', 'Адреса и часы работы', contactsUrl()] as const),
    ['repeat', 'rotate-ccw', 'Повторить заказ', 'Прошлый заказ → корзина', completedOrdersUrl()],
    ['estimate', 'file-spreadsheet', 'Смета из файла', 'Список строк → товары в корзине', orderHelpUrl()],
    ['status', 'package-search', 'Статус заказа', 'Где он и когда забирать', findOrderUrl()],
  ] as const;
  return (
    <section className="tasks" aria-label="Быстрые задачи">
      {tasks.map(([task, icon, title, note, url]) => (
        <Link key={task} className="task" to={url} onClick={() => reachGoal('home_task_click', { task })}>
          <span className="task__i">
            <Icon name={icon} size="l" />
          </span>
          <span>
            <b>{title}</b>
            <span className="soft small">{note}</span>
          </span>
        </Link>
      ))}
    </section>
  );
}
