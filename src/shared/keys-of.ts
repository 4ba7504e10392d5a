/** The names of the fields of an object that has none besides those of its type: of a table written as a literal. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
