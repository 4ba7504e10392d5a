/**
 * What the page of a landing draft says to the window around it once it goes where it is told (`LandingPlace`). It says
 * nothing that somebody else might not know.
 */
export const landingListens = 'landing listens';

/** Where the editor wants the page: at a block, counted among the written ones from 0; -1: at the top. */
export type LandingPlace = { block: number };
