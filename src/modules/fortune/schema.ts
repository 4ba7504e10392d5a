import { z } from 'zod';

export const periods = ['campaign', 'month', 'week', 'day'] as const;
export type Period = (typeof periods)[number];

const kopecks = z.number().int().min(1).max(100_000_000);

/**
 * A prize: a coupon of a fixed sum. `weight` cases of the sum of all weights; `stock` null: as many as the budget lasts
 * for.
 */
const PrizeInput = z
  .object({
    name: z.string().trim().min(1).max(60),
    weight: z.number().int().min(1).max(1_000_000),
    sum_kopecks: kopecks,
    min_sum_kopecks: z.number().int().min(0).max(100_000_000),
    coupon_days: z.number().int().min(1).max(365),
    stock: z.number().int().min(0).nullable().default(null),
    is_consolation: z.boolean().default(false),
  })
  .refine((prize) => prize.min_sum_kopecks >= prize.sum_kopecks, 'Купон не больше покупки, на которую он действует');

/** A campaign with its prizes in the order they stand on the wheel. Money in kopecks. */
export const CampaignInput = z
  .object({
    code: z
      .string()
      .max(60)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    title: z.string().trim().min(1).max(120),
    organiser: z.string().trim().min(1).max(500),
    rules_html: z.string().min(1).max(50_000),
    starts_at: z.date(),
    ends_at: z.date(),
    period: z.enum(periods),
    budget_kopecks: z.number().int().min(1).max(1_000_000_000_00),
    device_limit: z.number().int().min(1).max(100).default(2),
    address_limit: z.number().int().min(1).max(1_000).default(20),
    prizes: z.array(PrizeInput).min(2).max(24),
  })
  .superRefine(({ prizes, starts_at, ends_at, budget_kopecks }, context) => {
    const fail = (message: string, field = 'prizes') => context.addIssue({ code: 'custom', message, path: [field] });
    if (ends_at <= starts_at) fail('Розыгрыш заканчивается позже, чем начинается', 'ends_at');
    const consolations = prizes.filter((prize) => prize.is_consolation);
    const least = Math.min(...prizes.map((prize) => prize.sum_kopecks));
    const [consolation] = consolations;
    if (!consolation || consolations.length > 1) return fail('Утешительный приз ровно один');
    if (consolation.stock !== null) fail('Утешительный приз не может закончиться раньше фонда');
    if (consolation.sum_kopecks !== least)
      fail('Утешительный приз — самый недорогой: на него фонда хватает дольше всего');
    if (budget_kopecks < Math.max(...prizes.map((prize) => prize.sum_kopecks)))
      fail('Фонда не хватает на главный приз', 'budget_kopecks');
  });
export type CampaignInput = z.input<typeof CampaignInput>;
