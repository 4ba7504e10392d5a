/** What a drawing of a thing may follow: the product's own words, colours and counts. */
export type Params = {
  /** Colour of the thing itself, of its trim, of its paper, of its lid. */
  body: string;
  accent: string;
  paper: string;
  lid?: string;
  brand: string;
  /** What it is, which line of the brand, which sort, how much: the four rows of a label. */
  title: string;
  series: string;
  note: string;
  size: string;
  /** Which of a form's own variants. */
  layout: number;
  kind: string;
  count: number;
  /** Turned about its upright axis by so many degrees, where a form knows how; not there: as it is sold. */
  turn?: number;
  /** Tells apart what chance decides: grain, speckles, the place of small things. */
  seed: string;
};

/** The thing alone, in a frame of 1600 × 1600, standing on y ≈ 1230. */
export type Form = (params: Params) => string;

export const base: Params = {
  body: '#f4f2ec',
  accent: '#0f5a47',
  paper: '#fbf9f4',
  brand: '',
  title: '',
  series: '',
  note: '',
  size: '',
  layout: 0,
  kind: '',
  count: 0,
  seed: '',
};
