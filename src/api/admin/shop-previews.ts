import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import { readRelease } from '#modules/releases/releases.ts';
import { shopPreviewToken } from '#modules/visitors/shop-preview.ts';
import { Refusal } from '#platform/refusal.ts';
import { everyDraft, previewMinutes } from '#shared/shop-look.ts';
import { isOwnPath } from '#shared/urls.ts';
import { MomentOfShop } from './branch-rows.ts';
import { type AdminRoute, adminAction } from './route.ts';

/** A look at the shop of a branch at another moment. */
export const shopPreviewAdminRoutes: AdminRoute[] = [
  adminAction({
    url: '/api/admin/shop-previews',
    summary: 'Ссылка, по которой магазин филиала виден таким, каким он будет в указанный момент',
    permission: 'preview.use',
    body: z.strictObject({
      department_id_1c: z.string({ error: 'Выберите филиал' }).min(1, 'Выберите филиал').max(40),
      at: MomentOfShop,
      drafts: z.boolean().default(false).describe('Показать и черновики'),
      release: z
        .int()
        .positive()
        .max(2_147_483_647)
        .nullable()
        .default(null)
        .describe('Черновики только этого выпуска'),
      device: z.enum(['desktop', 'mobile']).nullable().default(null).describe('Какие страницы; null: как у браузера'),
      path: z
        .string()
        .max(500, 'Слишком длинный адрес')
        .refine(isOwnPath, 'Страница магазина: адрес начинается с /')
        .nullable()
        .default(null)
        .describe('С какой страницы начать; null: с главной'),
      is_framed: z.boolean().default(false).describe('Показать в рамке управления магазином, а не вкладкой'),
    }),
    response: z.object({ url: z.string(), until: z.string() }),
    async run({ db, context, staff, scope, origin, body, now }) {
      const { department_id_1c, at, drafts, release, device, path, is_framed: isFramed } = body;
      const isOwn = scope.branches === null || scope.branches.includes(department_id_1c);
      const branch = (await departmentDirectory(db)).find(
        ({ id_1c, branch_id_1c }) => id_1c === department_id_1c && branch_id_1c === null,
      );
      if (!branch || !isOwn) throw new Refusal('not_found');
      if (release !== null && !(await readRelease(db, release))) throw new Refusal('not_found');
      const token = shopPreviewToken(
        context.keys,
        staff.session_id,
        {
          department_id_1c,
          at: new Date(at),
          drafts: release ?? (drafts ? everyDraft : null),
          device,
          frame: isFramed ? origin : null,
        },
        now,
      );
      const host = branch.is_main ? origin : branchOrigin(branch, origin, context.config.MAIN_DOMAIN);
      return {
        url: `${host}/_preview/?token=${token}${path === null ? '' : `&to=${encodeURIComponent(path)}`}`,
        until: new Date(now.getTime() + previewMinutes * 60_000).toISOString(),
      };
    },
  }),
];
