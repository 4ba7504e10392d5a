import { z } from 'zod';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import { type StaffJobKind, staffJobKinds } from '#integrations/onec/staff-jobs/kinds.ts';
import type { AuditAuthor } from '#modules/audit/write-audit.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import { type Db, databaseOf } from '#platform/database.ts';
import { type AdminRoute, type Asked, adminWrite } from './route.ts';

/** The address that the verbs of 1C open a connection of their own by. */
export function urlOf(db: Db): string {
  return databaseOf(db).pool.url;
}

type JobGiven<P extends z.ZodType, B extends z.ZodType> = {
  method?: 'POST' | 'PUT';
  url: string;
  summary: string;
  permission: Permission;
  kind: StaffJobKind;
  params?: P;
  body?: B;
  /** What the job is told. */
  about: (asked: { params: z.output<P>; body: z.output<B> }) => object;
};

/** Work of the exchange too long for a call: a job does it, and `GET /api/admin/onec-jobs/:id` says how far it is. */
export function onecJobRoute<P extends z.ZodType = z.ZodUnknown, B extends z.ZodType = z.ZodUnknown>({
  kind,
  about,
  ...given
}: JobGiven<P, B>): AdminRoute {
  return adminWrite({
    ...given,
    status: 202,
    response: z.object({ job: z.int() }),
    async run({ db, params, body }: Asked<z.output<P>, unknown, z.output<B>>, author: AuditAuthor) {
      const payload = about({ params, body });
      const job = await askStaffJob(db, kind, payload, author);
      return { answer: { job }, audit: staffJobKinds[kind].line(payload) };
    },
  });
}
