import type { Got } from '../parts/got.ts';

export type MissTotals = Got<'/api/admin/search-misses'>['totals'];
export type Miss = Got<'/api/admin/search-misses'>['items'][number];
export type DecidedMiss = Got<'/api/admin/search-misses/decided'>['items'][number];
export type Rule = Got<'/api/admin/search-rules'>['items'][number];
export type Pin = Got<'/api/admin/search-pins'>['items'][number];

export type JudgedQueries = Got<'/api/admin/judged-queries'>;
export type JudgedQuery = JudgedQueries['items'][number];
export type JudgedRecord = Got<'/api/admin/judged-queries/{id}'>;
export type Judgement = JudgedQuery['goods'][number];

export type RuleKind = Rule['kind'];

export type Proposal = {
  source: string;
  confidence: number;
  kind: 'synonym' | 'redirect';
  words: string;
  means: string;
  label: string;
};

/** What a query finds, to mark which of it is right. */
export type JudgedAnswer = {
  total: number;
  items: { id: number; name: string; image: string | null; price: string; left: string }[];
  redirect: string | null;
  used: string | null;
  dropped: string | null;
};

/** A rule that is tried or saved. */
export type RuleDraft =
  | { kind: 'synonym'; words: string; means: string; is_both?: boolean }
  | { kind: 'redirect'; words: string; means: string }
  | { kind: 'stop'; words: string }
  | { kind: 'pin'; words: string; product_id: number; position: number };
