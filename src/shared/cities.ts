/** «в Вологде», «во Владимире»: the preposition before a city in the prepositional case. */
export function inCity(prepositional: string): string {
  return `${/^[ВФ][^аеёиоуыэюя]/.test(prepositional) ? 'во' : 'в'} ${prepositional}`;
}
