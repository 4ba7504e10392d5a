import { z } from 'zod';
import type { ApiContext } from '#api/api.ts';
import { checkProduction, type ProductionCheck } from '#api/production-checks.ts';
import { paymentSettings } from '#integrations/partners.ts';
import { readNotes, saveNotes } from '#modules/first-run/notes.ts';
import { isFirstRun, readFacts } from '#modules/first-run/read-facts.ts';
import { type FirstRunNotes, type FirstRunView, firstRunSteps, neededSteps } from '#modules/first-run/schema.ts';
import { sendTestEmail } from '#modules/first-run/send-test-email.ts';
import { type FirstRunSettings, firstRunView, stepsLeft } from '#modules/first-run/steps.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { listStaff } from '#modules/staff/staff.ts';
import type { Db } from '#platform/database.ts';
import { setMaintenance } from '#platform/maintenance.ts';
import { Refusal } from '#platform/refusal.ts';
import { isLocalDomain } from '#platform/shop-mark.ts';
import { Ok, ok } from './answers.ts';
import { type AdminRoute, adminRead, adminWrite, adminWriteApart } from './route.ts';

const Step = z.object({
  key: z.enum(firstRunSteps),
  title: z.string(),
  lead: z.string(),
  state: z.enum(['done', 'todo', 'skipped']),
  may_be_skipped: z.boolean(),
  checks: z.array(z.object({ is_met: z.boolean(), words: z.string(), link: z.string().nullable() })),
});

const FirstRun = z.object({
  /** The guide is shown: the shop was not opened by it, and has not been selling for long. */
  is_shown: z.boolean(),
  opened_at: z.string().nullable(),
  /** Empty when it is not shown. */
  steps: z.array(Step),
});

const Removal = z.object({
  goes: z.array(z.object({ name: z.string(), count: z.int() })),
  branches: z.array(z.string()),
  people: z.array(z.string()),
  stays: z.array(z.string()),
  obstacles: z.array(z.object({ words: z.string(), link: z.string() })),
  own_branches: z.array(z.object({ id: z.string(), name: z.string() })),
  /** To be typed before anything goes. */
  shop_name: z.string(),
});

const resource = 'first_run';
const StepParam = z.object({ key: z.enum(firstRunSteps) });

/** The guide from the demonstration to a shop of one's own. */
export const firstRunRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/first-run',
    summary: 'Первый запуск: шаги и что в них не так',
    permission: 'settings.write',
    response: FirstRun,
    async run({ db, context }) {
      const notes = await readNotes(db);
      const is_shown = await isFirstRun(db, notes);
      const steps = is_shown ? await viewOf(db, context, notes) : [];
      return { is_shown, opened_at: notes?.opened_at ?? null, steps };
    },
  }),

  adminWrite({
    url: '/api/admin/first-run/steps/:key/skip',
    summary: 'Отложить шаг первого запуска или вернуться к нему',
    permission: 'settings.write',
    params: StepParam,
    body: z.strictObject({ is_skipped: z.boolean() }),
    response: Ok,
    async run({ db, context, params: { key }, body: { is_skipped } }) {
      if (neededSteps.includes(key)) throw new Refusal('bad_input', {}, 'Этот шаг отложить нельзя');
      await saveNotes(db, ({ skipped }) => ({
        skipped: [...skipped.filter((step) => step !== key), ...(is_skipped ? [key] : [])],
      }));
      const { title } = stepAt(await viewOf(db, context, null), key);
      const words = `Первый запуск: шаг «${title}» ${is_skipped ? 'отложен' : 'снова в работе'}`;
      return { answer: ok, audit: { resource, record_id: key, words } };
    },
  }),

  adminWrite({
    url: '/api/admin/first-run/test-email',
    summary: 'Пробное письмо себе',
    permission: 'settings.write',
    needsKey: true,
    response: z.object({ to: z.string() }),
    async run({ db, staff, now }) {
      const person = (await listStaff(db)).find(({ user_id }) => user_id === staff.user_id);
      if (!person?.email) throw new Refusal('bad_input', {}, 'У вас в кабинете нет почты');
      await sendTestEmail(db, staff.user_id, person.email, now);
      const audit = { resource, record_id: 'mail', words: 'Первый запуск: отправлено пробное письмо себе' };
      return { answer: { to: person.email }, audit };
    },
  }),

  adminRead({
    url: '/api/admin/first-run/demonstration',
    summary: 'Что уйдёт вместе с демонстрацией и что мешает',
    permission: 'settings.write',
    response: Removal,
    async run({ db, context, staff }) {
      const { own_owners: _, ...removal } = await needDemonstration(context).plan(db, staff.user_id);
      return { ...removal, shop_name: (await readSetting(db, 'company')).name };
    },
  }),

  adminWriteApart({
    url: '/api/admin/first-run/demonstration/remove',
    summary: 'Убрать демонстрацию: её строки и файлы уходят, своё остаётся',
    permission: 'settings.write',
    body: z.strictObject({ shop_name: z.string().max(200), main_branch: z.string().max(40).nullable().default(null) }),
    response: z.object({ goes: Removal.shape.goes, stays: Removal.shape.stays }),
    async run({ db, context, staff, body: { shop_name, main_branch } }, note) {
      const { remove, removeFiles } = needDemonstration(context);
      const { goes, stays, sent_files } = await db.transaction().execute(async (db) => {
        const { name } = await readSetting(db, 'company');
        if (plain(shop_name) !== plain(name))
          throw new Refusal('bad_input', { fields: { shop_name: `Наберите название магазина: ${name}` } });
        const removal = await remove(db, { staff_user_id: staff.user_id, main_branch });
        await saveNotes(db, () => ({}));
        const counts = removal.goes.map(({ name, count }) => `${name.toLowerCase()} ${count}`).join(', ');
        await note(db, { resource, record_id: 'demonstration', words: `Демонстрация удалена: ${counts}` });
        return removal;
      });
      await removeFiles(context.config.DATA_DIR, sent_files);
      return { goes, stays };
    },
  }),

  adminWrite({
    url: '/api/admin/first-run/open',
    summary: 'Открыть магазин: все шаги пройдены или отложены',
    permission: 'settings.write',
    response: Ok,
    async run({ db, context, now }) {
      const notes = await readNotes(db);
      const left = stepsLeft(await viewOf(db, context, notes));
      if (left.length > 0)
        throw new Refusal(
          'bad_input',
          {},
          `Сначала пройдите или отложите: ${left.map(({ title }) => title).join(', ')}`,
        );
      await setMaintenance(db, false);
      await saveNotes(db, () => ({ opened_at: now.toISOString() }));
      return {
        answer: ok,
        audit: { resource, record_id: 'opening', words: 'Первый запуск закончен, магазин открыт' },
      };
    },
  }),
];

async function viewOf(db: Db, context: ApiContext, notes: FirstRunNotes | null): Promise<FirstRunView[]> {
  const facts = await readFacts(db, notes?.test_email ?? null);
  return firstRunView(facts, settingsOf(context), notes?.skipped ?? [], notes?.opened_at ?? null);
}

function settingsOf({ config, partners: { payments } }: ApiContext): FirstRunSettings {
  const checks = Object.fromEntries(checkProduction(config).map((check) => [check.key, check]));
  return {
    main_domain: config.MAIN_DOMAIN,
    runs_as_demonstration: config.isDemonstration,
    is_local: isLocalDomain(config.MAIN_DOMAIN),
    checks: checks as Record<ProductionCheck['key'], ProductionCheck>,
    payments: payments && !payments.is_demonstration ? payments.name : null,
    payment_settings: paymentSettings,
  };
}

function stepAt(views: FirstRunView[], key: string): FirstRunView {
  const view = views.find((step) => step.key === key);
  if (!view) throw new Refusal('not_found');
  return view;
}

function needDemonstration({ demonstration }: ApiContext) {
  if (!demonstration) throw new Refusal('not_found');
  return demonstration;
}

/** Quotes, spaces and the size of letters are nobody's proof of meaning it. */
function plain(name: string): string {
  return name
    .replace(/[«»"„“”\s]+/g, ' ')
    .trim()
    .toLowerCase();
}
