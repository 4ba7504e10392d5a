import { reachOf } from '#modules/staff/permissions.ts';
import { worksIn } from '#modules/staff/require-staff.ts';
import type { DeviceType } from '#platform/device.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { previewMinutes, type ShopLook, type ShownDrafts } from '#shared/shop-look.ts';
import type { RequestContext } from './request-context.ts';

export const previewCookie = 'preview';

/** `frame`: the origin of the back office, which shows the pages in a frame; null: they stand in a tab of their own. */
type Showing = { device: DeviceType | null; frame: string | null };

/**
 * The shop of a branch as it will stand, or stood, at a moment; `device` null: of the browser that asks. `isCostShown`:
 * drafts of plans of purchase prices too. `moreDrafts`: those of fields that are too many for its pages.
 */
export type ShopPreview = ShopLook & Showing & { until: Date; isCostShown: boolean; moreDrafts?: number };

type Shown = Partial<Showing> & { department_id_1c: string; at: Date; drafts?: ShownDrafts };
type Token = Showing & { department: string; at: number; drafts: ShownDrafts; until: number; session: string };

const purpose = 'preview of the shop';

/** What the link and the cookie of a look carry: the branch, the moment, the session it is for; good for 15 minutes. */
export function shopPreviewToken(keys: SecretKeys, session_id: string, shown: Shown, now = new Date()): string {
  const token: Token = {
    department: shown.department_id_1c,
    at: shown.at.getTime(),
    drafts: shown.drafts ?? null,
    device: shown.device ?? null,
    frame: shown.frame ?? null,
    until: now.getTime() + previewMinutes * 60_000,
    session: session_id,
  };
  const named = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${named}.${sign(keys, purpose, named)}`;
}

/**
 * The look that a token opens to whoever asks; null: forged, too old, of another branch, or not of the living session
 * of the member of staff it was made for. The link alone opens nothing to a stranger.
 */
export function readShopPreview(
  keys: SecretKeys,
  token: string | undefined,
  { account, department }: Pick<RequestContext, 'account' | 'department'>,
  now = new Date(),
): ShopPreview | null {
  const [, named, mark = ''] = /^([A-Za-z0-9_-]{20,600})\.([A-Za-z0-9_-]{43})$/.exec(token ?? '') ?? [];
  if (!named || !account?.staff || account.acting || !isSigned(keys, purpose, named, mark)) return null;
  const {
    department: branch,
    at,
    drafts,
    device,
    frame,
    until,
    session,
  } = JSON.parse(Buffer.from(named, 'base64url').toString()) as Token;
  const isTheirs = session === account.session_id && reachOf(account.staff, 'preview.use') !== null;
  const isHere = branch === department.id_1c && worksIn(account.staff, branch);
  const isGood = isTheirs && isHere && until > now.getTime();
  const isCostShown = reachOf(account.staff, 'prices.cost') !== null;
  return isGood ? { at: new Date(at), until: new Date(until), drafts, device, frame, isCostShown } : null;
}
