/** The numbers of an order or part: the long one of the wire, and the short one that people read. */
export interface OrderNumbers {
  tracking_number: string;
  /** Year, month and a running number of the month, as `2611-482`; null until an order of before has got one. */
  short_number?: string | null;
}

/** The number that people read (rules/orders: a short number is what people read). */
export const shownNumber = ({ short_number, tracking_number }: OrderNumbers): string =>
  short_number ?? tracking_number;

/**
 * The short number that somebody typed, with or without «№» and dash; undefined for other texts. `isCertain`: it can be
 * nothing else, such as the end of a phone number.
 */
export function parseShortNumber(text: string): { number: string; isCertain: boolean } | undefined {
  const parts = /^([№#]?)\s*(2\d(?:0[1-9]|1[0-2]))(\s*[-–—]\s*)?([1-9]\d{0,6})$/.exec(text.trim());
  const [, sign = '', month = '', dash = '', place = ''] = parts ?? [];
  if (!parts) return undefined;
  return { number: `${month}-${place}`, isCertain: sign !== '' || dash !== '' };
}
