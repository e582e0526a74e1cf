/** Maximum length of a review or an answer, in characters. */
export const maxFeedbackLength = 4000;
