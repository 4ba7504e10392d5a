export function latest(dates: (Date | null)[]): Date | null {
  return dates.reduce((newest, date) => (date && (!newest || date > newest) ? date : newest), null);
}
