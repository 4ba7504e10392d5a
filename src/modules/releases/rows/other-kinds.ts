import { sql } from 'kysely';
import { publishFormDraft, recallForm } from '#modules/forms/form-schemas.ts';
import { listStaffForms } from '#modules/forms/staff-forms.ts';
import { closeCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { fieldsOfCampaign, readStaffCampaign } from '#modules/fortune/staff-campaigns.ts';
import { publishVacancy, recallVacancy } from '#modules/vacancies/change-vacancy.ts';
import { listStaffVacancies } from '#modules/vacancies/staff-vacancies.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { KindOfDraft } from '../kinds.ts';

/** A form by its code; taken back, the version before it is in force. */
export const formKind: KindOfDraft = {
  async read(db, code, now, isLocked) {
    if (isLocked) await sql`select from form_schemas where code = ${code} for update`.execute(db);
    const [form] = await listStaffForms(db, code, now);
    if (!form) return null;
    const { schema, version, closed_at } = form;
    return {
      title: schema.name,
      department_id_1c: null,
      starts_at: null,
      ends_at: null,
      is_draft: form.state === 'draft',
      version: { schema, version, closed_at },
    };
  },
  publish: (db, code, { now }) => publishFormDraft(db, code, now, now),
  recall: (db, code, { now }) => recallForm(db, code, now),
};

/** A post of one branch; taken back, its page is gone. */
export const vacancyKind: KindOfDraft = {
  async read(db, id, _now, isLocked) {
    const [vacancy] = await listStaffVacancies(db, { branches: null, id: Number(id), isLocked });
    if (!vacancy) return null;
    const { changed_at: _, published_at: __, department_name: ___, ...says } = vacancy;
    const { title, branch_id_1c, valid_until, is_draft } = says;
    return {
      title,
      department_id_1c: branch_id_1c,
      starts_at: null,
      ends_at: valid_until,
      is_draft,
      version: says,
    };
  },
  publish: (db, id, { now }) => publishVacancy(db, Number(id), now, now),
  recall: (db, id, { now }) => recallVacancy(db, Number(id), now),
};

const codeOfWheel = async (db: Db, id: string, now: Date) => ensure(await readStaffCampaign(db, Number(id), now)).code;

/** A wheel: what it promised was promised to all, so it is not taken back but closed (back-office.md 3.10). */
export const wheelKind: KindOfDraft = {
  async read(db, id, now, isLocked) {
    const wheel = await readStaffCampaign(db, Number(id), now, isLocked);
    if (!wheel) return null;
    const { title, starts_at, ends_at, published_at, closed_at } = wheel;
    return {
      title,
      department_id_1c: null,
      starts_at,
      ends_at,
      is_draft: published_at === null,
      version: { ...fieldsOfCampaign(wheel), closed_at },
    };
  },
  publish: async (db, id, { now }) => publishCampaign(db, await codeOfWheel(db, id, now), now),
  recall: async (db, id, { now }) => closeCampaign(db, await codeOfWheel(db, id, now), now),
};
