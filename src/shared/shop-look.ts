/** Which drafts a look at the shop shows; null: none, `everyDraft`: all, else those of the release of this number. */
export type ShownDrafts = number | null;

export const everyDraft = 0;

/** A look at the shop lasts so long; then a new link is made. */
export const previewMinutes = 15;

/** A look at the shop at another moment. */
export type ShopLook = { at: Date; drafts: ShownDrafts };
