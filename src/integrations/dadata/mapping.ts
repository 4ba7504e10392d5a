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

/** Of a suggested address the street with its type («ул Мира») and the house («д» «10»). */
export const StreetAnswer = z.object({
  suggestions: z.array(
    z.object({
      data: z.object({
        street_with_type: z.string().nullish(),
        house_type: z.string().nullish(),
        house: z.string().nullish(),
      }),
    }),
  ),
});

/** «ул Мира», «ул Мира, д 10»; each once, none longer than the field takes. */
export function streetsOf({ suggestions }: z.output<typeof StreetAnswer>): string[] {
  const streets = suggestions.flatMap(({ data: { street_with_type, house_type, house } }) => {
    if (!street_with_type) return [];
    const number = house ? [house_type, house].filter(Boolean).join(' ') : '';
    return [street_with_type, number].filter(Boolean).join(', ').slice(0, 200);
  });
  return [...new Set(streets)];
}
