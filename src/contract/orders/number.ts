/** The numbers of an order or part: the long one of the wire, and the short one that people read. */
export interface OrderNumbers {
  tracking_number: string;
  /** Year, month and a running number of the month, as `2611-482`; null until an order of before has got one. */
  short_number?: string | null;
}

/** The number that people read (rules/orders: a short number is what people read). */
export const shownNumber = ({ short_number, tracking_number }: OrderNumbers): string =>
  short_number ?? tracking_number;

/** The long number: the day and six digits. */
export const isOrderNumber = (text: string): boolean => /^\d{14}$/.test(text);
