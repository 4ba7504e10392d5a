/** How far ahead a day of receiving may be wished for. */
export const lastDayAhead = 60;

/** The first so many days on which a branch delivers are looked through for a slot with a place. */
export const daysLookedThrough = 21;
