/** Sorts rows by what they say: the database promises no order. */
export const byText = (one: unknown, other: unknown): number => (String(one) < String(other) ? -1 : 1);
