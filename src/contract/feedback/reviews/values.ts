/** Maximum length of a review or an answer, in characters. */
export const longestFeedback = 4000;
