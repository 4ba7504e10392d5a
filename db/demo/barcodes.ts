/** 12847 → '0012847' */
export function articleOf(number: number): string {
  return String(number).padStart(7, '0');
}

/** EAN-13 with a Russian prefix (460) and a right check digit. */
export function barcodeOf(number: number): string {
  const digits = `460${String(7_000_000 + number * 13).padStart(9, '0')}`;
  const sum = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}
