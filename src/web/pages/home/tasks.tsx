import { type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-router';
import { unbroken } from '#shared/unbroken.ts';
import { completedOrdersUrl, contactsUrl, findOrderUrl, orderHelpUrl, personalOrderUrl } from '#shared/urls.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { useIsSigned } from '#web/parts/visitor/signed-mark.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** As GET /api/_visitor/last-order tells it. */
type LastOrder = { id: string; number: number; date: string };

/** Errands people come with, one press each. */
export function Tasks({ calculatorUrl }: { calculatorUrl: string | null }) {
  return (
    <section className="tasks" aria-label="Быстрые задачи">
      {calculatorUrl ? (
        <Task task="calculate" url={calculatorUrl}>
          <Words icon="calculator" title="Рассчитать материалы" note="Мешки и литры по площади" />
        </Task>
      ) : (
        <Task task="points" url={contactsUrl()}>
          <Words icon="store" title="Пункты выдачи" note="Адреса и часы работы" />
        </Task>
      )}
      <Repeat />
      <Task task="estimate" url={orderHelpUrl()}>
        <Words icon="file-spreadsheet" title="Смета из файла" note="По списку соберём корзину" />
      </Task>
      <Task task="status" url={findOrderUrl()}>
        <Words icon="package-search" title="Статус заказа" note="Где он и когда забирать" />
      </Task>
    </section>
  );
}

/** The newest order goes into the cart with one press; who is not signed in, or has none, is led to the list. */
function Repeat() {
  const order = useLastOrder();
  if (!order)
    return (
      <Task task="repeat" url={completedOrdersUrl()}>
        <Words icon="rotate-ccw" title="Повторить заказ" note="Прошлый заказ снова в корзине" />
      </Task>
    );
  return (
    <Form method="post" action={personalOrderUrl(order.id)}>
      <button
        type="submit"
        className="task"
        name="intent"
        value="repeat"
        onClick={() => reachGoal('home_task_click', { task: 'repeat' })}
      >
        <Words icon="rotate-ccw" title="Повторить заказ" note={`${order.number} от ${order.date} — в корзину`} />
      </button>
    </Form>
  );
}

/** null: nobody is signed in, nothing was ordered, or it is not known yet. */
function useLastOrder(): LastOrder | null {
  const isSigned = useIsSigned(false);
  const [order, setOrder] = useState<LastOrder | null>(null);
  useEffect(() => {
    if (!isSigned) return;
    const controller = new AbortController();
    fetch('/api/_visitor/last-order', { cache: 'no-store', signal: controller.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ order: LastOrder | null }>) : { order: null }))
      .then(
        ({ order }) => setOrder(order),
        // Without it the task leads to the list of orders, as it does for a guest.
        () => {},
      );
    return () => controller.abort();
  }, [isSigned]);
  return isSigned ? order : null;
}

function Task({ task, url, children }: { task: string; url: string; children: ReactNode }) {
  return (
    <Link className="task" to={url} onClick={() => reachGoal('home_task_click', { task })}>
      {children}
    </Link>
  );
}

function Words({ icon, title, note }: { icon: string; title: string; note: string }) {
  return (
    <>
      <span className="task__i">
        <Icon name={icon} size="l" />
      </span>
      <span>
        <b>{unbroken(title)}</b>
        <span className="soft small">{note}</span>
      </span>
    </>
  );
}
