/** What is asked of each module: what stands between two moments in these branches (null: in all) or in every one. */
export type CalendarSpan = { from: Date; to: Date; branches: string[] | null };

/** Something with dates, as its module tells of it; a missing moment: no bound on that side. */
export type CalendarRow = {
  id: string;
  title: string;
  /** null: every branch. */
  branches: string[] | null;
  starts_at: Date | null;
  ends_at: Date | null;
  /** Shown to nobody yet. */
  is_draft: boolean;
};

/** A row by the last part of its address; a former address is one too. */
export type RowAtAddress = CalendarRow & { slug: string };

/** So many of one kind at most: more are found by filtering. */
export const mostCalendarRows = 500;
