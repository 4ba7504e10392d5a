import { type ListedCard, listedFields } from '#modules/catalogue/card.ts';

/** The card as it travels to the browser: one picture, nothing that is not shown. */
export function listed(card: ListedCard): ListedCard {
  const shown = Object.fromEntries(listedFields.map((field) => [field, card[field]])) as ListedCard;
  return { ...shown, images: card.images.slice(0, 1) };
}
