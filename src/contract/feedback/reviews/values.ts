/** Longest review and longest answer, in characters. */
export const longestFeedback = 4000;
