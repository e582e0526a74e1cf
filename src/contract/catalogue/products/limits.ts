/** Longest description, its marks not counted (reference entities E40). Apart from the schema, whose library is heavy. */
export const longestDescription = 10_000;
