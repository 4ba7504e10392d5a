/** The phones of a department with the name of whoever answers; the first value of the object is a '|'-separated list without names. */
export function departmentPhones(phones: Record<string, string>): { label: string | null; phone: string }[] {
  return Object.entries(phones).flatMap(([name, list], index) =>
    list
      .split('|')
      .map((phone) => phone.trim())
      .filter(Boolean)
      .map((phone) => ({ label: index === 0 && /^[a-z_]+$/i.test(name) ? null : name, phone })),
  );
}
