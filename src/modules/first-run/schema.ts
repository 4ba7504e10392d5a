/** The steps from the demonstration to a shop of one's own, in the order in which they are taken. */
export const firstRunSteps = [
  ...(['owner', 'company', 'branch', 'goods', 'exchange', 'legal', 'demonstration'] as const),
  ...(['domain', 'mail', 'payment', 'staff', 'opening'] as const),
] as const;

export type FirstRunStep = (typeof firstRunSteps)[number];

/** These cannot be left out: a shop with invented goods is not opened. */
export const neededSteps: readonly FirstRunStep[] = ['demonstration', 'opening'];

/** What `settings` holds under `first_run`. */
export type FirstRunNotes = {
  /** Steps that were put off. */
  skipped: FirstRunStep[];
  /** The key of the last test email; null: none was sent. */
  test_email: string | null;
  /** When the shop was opened, ISO; null: not yet. */
  opened_at: string | null;
};

/** One thing that a step looks at. */
export type FirstRunCheck = {
  is_met: boolean;
  /** In Russian: what is wrong, or what is right. */
  words: string;
  /** The screen of the back office where it is put right; null: it is put right elsewhere. */
  link: string | null;
};

export type FirstRunState = 'done' | 'todo' | 'skipped';

export type FirstRunView = {
  key: FirstRunStep;
  title: string;
  lead: string;
  state: FirstRunState;
  may_be_skipped: boolean;
  checks: FirstRunCheck[];
};
