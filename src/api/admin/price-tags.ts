import { z } from 'zod';
import { readPriceTags } from '#modules/catalogue/price-tag.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { renderPriceTags } from '#modules/documents/price-tags.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { productUrl } from '#shared/urls.ts';
import { ownDepartments } from './branches.ts';
import { recordNumbers } from './list.ts';
import { type AdminRoute, adminFile } from './route.ts';

/** Of one file. */
const mostTags = 500;
const tooMany = `Отметьте товары, ценники печатают не больше чем для ${countOf(mostTags, 'товара', 'товаров', 'товаров')} сразу`;

export const priceTagRoutes: AdminRoute[] = [
  adminFile({
    url: '/api/admin/price-tags',
    summary: 'Ценники товаров с ценами филиала, PDF',
    permission: 'catalogue.read',
    query: z.strictObject({ branch: z.string().max(40).optional(), ids: z.string().max(6_000) }),
    async run({ db, scope, context: { config }, query: { ids }, now }) {
      const asked = [...new Set(recordNumbers(ids.split(',').filter(Boolean)))];
      if (asked.length === 0 || asked.length > mostTags) throw new Refusal('bad_input', {}, tooMany);
      const [department, another] = ownDepartments(await listDepartments(db), scope).filter(
        ({ branch_id_1c }) => branch_id_1c === null,
      );
      if (!department) throw new Refusal('not_found');
      if (another) throw new Refusal('bad_input', {}, 'Выберите филиал вверху: на ценниках стоят его цены');
      const { tags, without } = await readPriceTags(db, priceContextOf(department), asked);
      if (tags.length === 0) throw new Refusal('bad_input', {}, 'Ни у одного из этих товаров нет цены в филиале');
      const origin = configuredOrigin(department, config);
      const day = formatDate(now, department.time_zone);
      const head = {
        seller: (await readSetting(db, 'company')).name,
        branch: `${department.city}, ${department.address}`,
        day,
        logo: await readPaperLogo(db, filesFolder(config.DATA_DIR)),
      };
      const printed = tags.map(({ slug, ...tag }) => ({ ...tag, url: origin + productUrl(slug) }));
      const bytes = await renderPriceTags(printed, head, without, now);
      return { name: `Ценники ${day}.pdf`, type: 'application/pdf', bytes };
    },
  }),
];
