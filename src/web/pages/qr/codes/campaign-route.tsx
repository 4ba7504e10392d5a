import { redirect } from 'react-router';
import { campaignTarget, findCampaign } from '#modules/codes/qr-codes.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import type { Route } from './+types/campaign-route.ts';

/**
 * S2-10: a campaign's printed code leads to the page that its row names, with the campaign's marks; an ended or unknown
 * one nowhere.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const campaign = await findCampaign(context.get(shop).db, params.campaign);
  if (!campaign) throw notFound();
  return redirect(campaignTarget(campaign, (params['*'] ?? '').replace(/\/+$/, '')), 302);
}

export default function Campaign() {
  return null;
}
