import { z } from 'zod';
import { type Alarm, alarmWords, readAlarms } from '#api/alarms.ts';
import { factTones, readHealthFacts } from '#api/health-facts.ts';
import { listJobs, type QueuedJob, retryJob } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { Ok, ok } from './answers.ts';
import { listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const Job = z.object({
  id: z.string(),
  task: z.string(),
  task_words: z.string(),
  attempts: z.int(),
  max_attempts: z.int(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  run_at: z.string(),
  is_running: z.boolean(),
  has_failed: z.boolean(),
});

const Fact = z.object({
  id: z.string(),
  name: z.string(),
  tone: z.enum(factTones),
  words: z.string(),
  /** What to do about it; null: nothing. */
  advice: z.string().nullable(),
});

const AlarmItem = z.object({ id: z.string(), words: z.string(), count: z.int() });

/** What the worker does, as people call it: each task of src/jobs/tasks.ts. */
export const taskWords: Record<string, string> = {
  apply_price_plans: 'Изменение цен по планам',
  check_payment: 'Вопрос банку о платеже',
  check_receipts: 'Вопрос банку о чеках',
  check_texts: 'Проверка текстов',
  clean_up: 'Ночная уборка',
  count_bonuses: 'Начисление бонусов',
  count_losses: 'Подсчёт потерянного спроса',
  count_popularity: 'Подсчёт популярности товаров',
  derive_released: 'Возврат цен и полей в ведение 1С',
  erase_accounts: 'Удаление кабинетов по просьбе',
  expire_reservations: 'Снятие резервов по сроку',
  follow_action_conditions: 'Товары акций, отобранные по условиям',
  follow_quality: 'Оценка качества карточек товаров',
  handle_payment_event: 'Уведомление о платеже',
  import_onec_package: 'Загрузка пакета 1С',
  invite_reviewers: 'Приглашения оставить отзыв',
  issue_papers: 'Документы к заказу',
  note_changed_goods: 'Поиск изменившихся цен и остатков',
  place_review_photos: 'Фотографии к отзыву',
  run_onec_staff_job: 'Откат пакета 1С или пересчёт по сопоставлению',
  publish_releases: 'Публикация выпусков и черновиков',
  send_alerts: 'Письма о ценах и поступлениях',
  send_lead: 'Передача заявок в CRM',
  send_mail: 'Отправка письма',
  send_news: 'Рассылка новостей',
  send_receipt: 'Чек',
  send_refund: 'Возврат денег',
  send_webhooks: 'События для других программ',
  settle_payment: 'Итог платежа',
  sweep_exchange: 'Проверка обмена с 1С',
  sweep_outgoing: 'Проверка исходящих',
  take_onec_order_file: 'Разбор документов 1С по заказам',
  watch_feeds: 'Проверка карты сайта и выгрузок',
  watch_leads: 'Наблюдение за заявками',
  watch_outgoing: 'Наблюдение за исходящими',
  work_on_goods_imports: 'Загрузка товаров из таблиц',
  write_gathered_emails: 'Общее письмо о заказах',
  write_gathered_letters: 'Общее письмо о заказах',
  write_order_emails: 'Письмо о заказе',
  write_order_letters: 'Письмо о заказе',
  write_payment_emails: 'Письмо об оплате',
  write_payment_letters: 'Письмо об оплате',
};

/** Those of which there are any, in words. */
export function alarmItems(alarms: Record<Alarm, number>): z.input<typeof AlarmItem>[] {
  return Object.entries(alarms)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ id, words: alarmWords[id as Alarm], count }));
}

export const jobRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/health',
    summary: 'На что посмотреть: всё, что требует внимания владельца',
    permission: 'jobs.read',
    response: z.object({ items: z.array(AlarmItem), total: z.int() }),
    async run({ context }) {
      const items = alarmItems(await readAlarms(context, 0));
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/health/facts',
    summary: 'Как дела у обмена, почты, CRM, чеков, каталога, страниц, диска и копий, и что делать',
    permission: 'jobs.read',
    response: z.object({ items: z.array(Fact), total: z.int() }),
    async run({ context, now }) {
      const items = await readHealthFacts(context, now);
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/jobs',
    summary: 'Задания в очереди',
    permission: 'jobs.read',
    query: listQuery({ task: z.string().max(60), has_failed: z.boolean() }, ['run_at']),
    response: listAnswer(Job),
    async run({ db, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { jobs, count } = await listJobs(db, filter, windowOf(page));
      return { items: jobs.map(present), ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/jobs/:id/retry',
    summary: 'Повтор задания сейчас',
    permission: 'jobs.retry',
    params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
    response: Ok,
    async run({ db, params: { id } }) {
      if (!(await retryJob(db, id))) throw new Refusal('not_found');
      return {
        answer: ok,
        audit: { resource: 'jobs', record_id: id, words: `Задание ${id} поставлено ещё раз` },
      };
    },
  }),
];

function present({ task, created_at, run_at, ...job }: QueuedJob): z.input<typeof Job> {
  return {
    ...job,
    task,
    task_words: taskWords[task] ?? task,
    created_at: created_at.toISOString(),
    run_at: run_at.toISOString(),
  };
}
