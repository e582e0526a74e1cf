/** Types what a JSON file of the demo holds: TypeScript reads its tuples as arrays and its literals as strings. */
export const typed = <Data>(read: unknown): Data => read as Data;
