import { readReconciliation } from '#modules/documents/reconciliation.ts';
import { renderReconciliation } from '#modules/documents/reconciliation-paper.ts';
import { localTime } from '#shared/zoned-time.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/reconciliation-pdf-route.ts';
import { companyOf, failOf, periodOf } from './reconciliation-period.ts';

/** The same as a PDF to be signed. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const zone = requestContext.department.time_zone;
  const period = periodOf(new URL(request.url).searchParams, zone);
  try {
    const found = await readReconciliation(db, user_id, companyOf(params.id), period);
    const name = `Акт сверки ${found.buyer.inn} ${period.from} — ${period.to}.pdf`;
    return new Response(new Uint8Array(await renderReconciliation(found, localTime(new Date(), zone).date)), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="reconciliation.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'X-Robots-Tag': 'noindex',
      },
    });
  } catch (error) {
    throw failOf(error);
  }
}
