import { z } from 'zod';
import type { Party } from '#integrations/companies/register.ts';
import { isInn, isKpp, isOgrn } from '#shared/company-numbers.ts';

/** What of DaData's answer is read; anything of it may be missing. */
export const PartyAnswer = z.object({
  suggestions: z.array(
    z.object({
      value: z.string().nullish(),
      data: z.object({
        inn: z.string().nullish(),
        kpp: z.string().nullish(),
        ogrn: z.string().nullish(),
        name: z.object({ short_with_opf: z.string().nullish(), full_with_opf: z.string().nullish() }).nullish(),
        state: z.object({ status: z.string().nullish() }).nullish(),
        address: z.object({ value: z.string().nullish(), unrestricted_value: z.string().nullish() }).nullish(),
      }),
    }),
  ),
});

/** The head office, which stands first; null when the register knows nobody under this ИНН. */
export function partyOf(answer: z.output<typeof PartyAnswer>, inn: string): Party | null {
  const found = answer.suggestions.find(({ data }) => data.inn === inn);
  if (!found || !isInn(inn)) return null;
  const { data, value } = found;
  const { kpp, ogrn, name, address, state } = data;
  return {
    inn,
    name: (name?.short_with_opf ?? name?.full_with_opf ?? value ?? '').slice(0, 250),
    kpp: kpp && inn.length === 10 && isKpp(kpp) ? kpp : '',
    ogrn: ogrn && isOgrn(ogrn) ? ogrn : '',
    legal_address: (address?.unrestricted_value ?? address?.value ?? '').slice(0, 500),
    is_operating: (state?.status ?? 'ACTIVE') === 'ACTIVE',
  };
}
