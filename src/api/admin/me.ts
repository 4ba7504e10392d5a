import { z } from 'zod';
import type { Api, ApiContext } from '#api/api.ts';
import { ErrorAnswer } from '#api/api.ts';
import { mainEmail } from '#modules/accounts/main-email.ts';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { hiddenColumns } from '#modules/staff/columns.ts';
import { requireOfficeNetwork } from '#modules/staff/office-network.ts';
import { permissionsOf } from '#modules/staff/permissions.ts';
import { worksEverywhere, worksIn } from '#modules/staff/require-staff.ts';
import { staffCodeForm, staffRoleWords } from '#modules/staff/schema.ts';
import { verifySecondFactor } from '#modules/staff/verify-second-factor.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { Ok, ok } from './answers.ts';
import { adminRead } from './route.ts';

const Me = z.object({
  /** `email`: the main one, by which they sign in. */
  person: z.object({ id: z.string(), full_name: z.string(), email: z.string().nullable() }),
  roles: z.array(z.string()),
  role_words: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Where the person works. */
  branches: z.array(z.object({ id_1c: z.string(), name: z.string(), domain: z.string() })),
  all_branches: z.boolean(),
  /** Then the code of the app is asked for again. */
  second_factor_until: z.string(),
  /** Nothing pressed for so long: the screen is covered until the code is typed. */
  idle_minutes: z.int(),
  /** Keys of the columns that the person has put out of sight, by list. */
  hidden_columns: z.record(z.string(), z.array(z.string())),
});

export const meRoutes = [
  adminRead({
    url: '/api/admin/me',
    summary: 'Кто вошёл, что он может и в каких филиалах',
    permission: null,
    response: Me,
    async run({ db, staff, now }) {
      const branches = branchesOf(await departmentDirectory(db));
      const all_branches = worksEverywhere(staff);
      const { idle_minutes } = await readSetting(db, 'security');
      return {
        person: { id: staff.user_id, full_name: staff.full_name, email: await mainEmail(db, staff.user_id) },
        roles: staff.roles,
        role_words: staff.roles.map((role) => staffRoleWords[role]),
        permissions: permissionsOf(staff),
        branches: branches
          .filter(({ id_1c }) => worksIn(staff, id_1c))
          .map(({ id_1c, name_for_site, domain }) => ({ id_1c, name: name_for_site, domain })),
        all_branches,
        hidden_columns: await hiddenColumns(db, staff.user_id),
        second_factor_until: (staff.second_factor_until ?? now).toISOString(),
        idle_minutes,
      };
    },
  }),
];

/** The code of the app, before which no other call of the back office answers; it changes the session alone. */
export function secondFactorRoute(api: Api, { db, keys }: ApiContext): void {
  api.post(
    '/api/admin/second-factor',
    {
      schema: {
        summary: 'Код из приложения',
        tags: ['admin'],
        body: z.object({ code: z.string().max(40) }),
        response: {
          200: Ok,
          401: ErrorAnswer,
          403: ErrorAnswer,
          404: ErrorAnswer,
          409: ErrorAnswer,
          422: ErrorAnswer,
          429: ErrorAnswer,
        },
      },
    },
    async ({ body, requestContext }) => {
      const { account, department } = requestContext;
      if (!department.is_main) throw new Refusal('not_found');
      if (!account) throw new Refusal('signed_out');
      if (account.acting) throw new Refusal('acting_now');
      await requireOfficeNetwork(db, requestContext);
      const { code } = checkForm(staffCodeForm, body);
      await verifySecondFactor(db, keys, account, code);
      return ok;
    },
  );
}
