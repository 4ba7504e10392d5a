import { createHash, createHmac } from 'node:crypto';
import { drawMessage, prizeAt, rollFrom } from '#shared/fair-draw.ts';

/** SHA-256 of the text, hex: what is published of a seed before it is used. */
export function commitOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** The seed of one ticket follows from the campaign's: after the campaign everybody can see that none was picked. */
export function serverSeedOf(campaign_seed: string, campaign: string, ticket: string): string {
  return createHmac('sha256', campaign_seed).update(`${campaign}:${ticket}`).digest('hex');
}

/** Stands for a person in one period of a campaign; a person can work it out, others cannot tell who it is. */
export function ticketOf(campaign: string, period: string, user_id: string): string {
  return createHash('sha256').update(`${campaign}:${period}:${user_id}`).digest('hex').slice(0, 16);
}

export type DrawInput = { campaign: string; ticket: string; server_seed: string; client_seed: string };

/** The roll and the place of its prize among `weights`, by the rule of #shared/fair-draw.ts. */
export function drawPrize(input: DrawInput, weights: readonly number[]): { roll: number; index: number } {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let round = 0; ; round++) {
    const message = drawMessage(input.campaign, input.ticket, input.client_seed, round);
    const roll = rollFrom(createHmac('sha256', input.server_seed).update(message).digest(), total);
    if (roll !== null) return { roll, index: prizeAt(roll, weights) };
  }
}
